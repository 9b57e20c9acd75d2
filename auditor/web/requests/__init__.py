"""What every request passes: limits, checks of parameters, and refusals."""
