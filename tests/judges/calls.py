"""Prints the calls of tests/judge-calls.json that one judge is to make: python3 calls.py JUDGE.

A judge that drives a host expects what a caller of that host sees. What differs from host to host is written here.
"""

import json
import pathlib
import sys

# These compare arguments with the schema themselves, or leave out what is not in it; a call with `unfit` ones is not made.
READ_ARGUMENTS = {"js-hosts", "semantic-kernel"}
# These show a result with `isError` like any other; that it is an error cannot be expected, and its text can.
HIDE_ERRORS = {"semantic-kernel"}

judge = sys.argv[1]
calls = json.loads((pathlib.Path(__file__).parent.parent / "judge-calls.json").read_text())
if judge in READ_ARGUMENTS:
    calls = [call for call in calls if not call.get("unfit")]
if judge in HIDE_ERRORS:
    calls = [{key: value for key, value in call.items() if key != "error"} for call in calls]
print(json.dumps(calls))
