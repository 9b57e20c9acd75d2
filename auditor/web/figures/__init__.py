"""The page of figures: rates with their likely ranges, and the pictures that the server draws of them."""
