"""What tests share; README.md lists the modules by what they help to test."""
