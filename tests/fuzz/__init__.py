"""Readers under fire: samples, what is changed in them, what every reader promises, and a target each for atheris."""
