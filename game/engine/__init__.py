"""The rules as a pure library: values in, values out. No Django, no clock, no I/O, no hidden randomness."""
