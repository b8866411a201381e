"""The rules of both sheets as plain functions; see README.md beside this file."""
