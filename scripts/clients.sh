# The steps of the gate in which programs that nobody here wrote talk to a server of this workspace. Sourced, after
# packages.sh. What they expect is beside them: tests/conformance, tests/clients, tests/judges.

# serve FILE COMMAND..: starts a server that prints its address, into the file. SERVER is its process then, and URL the
# address.
serve() {
  local output=$1
  shift
  : >"$output"
  "$@" >"$output" 2>&1 &
  SERVER=$!
  for _ in $(seq 100); do
    URL=$(grep -o 'http://[^ ]*' "$output" | head -n 1 || true)
    [ -z "$URL" ] || return 0
    kill -0 "$SERVER" 2>/dev/null || break
    sleep 0.1
  done
  cat "$output" >&2
  stop
  return 1
}

stop() {
  [ -n "$SERVER" ] || return 0
  kill "$SERVER" 2>/dev/null || true
  wait "$SERVER" 2>/dev/null || true
  SERVER=
}

# Whatever ends the gate ends its server.
SERVER=
trap stop EXIT

# The official suite of the protocol. What is no success, and why, is in tests/conformance/expected.txt.
step_conformance() {
  local reports status=0
  npm_folder tests/conformance || return 0
  cargo build --quiet -p conformance
  reports=$(mktemp -d)
  serve "$reports/server.log" "${CARGO_TARGET_DIR:-target}/debug/conformance" http 127.0.0.1:0
  "$NODE" "$FOLDER_THERE/suite.mjs" "$URL" "$reports" || status=$?
  stop
  rm -rf "$reports"
  return "$status"
}

# notes FOLDER: serves the example, with its database in the folder. URL is its address then, TOKEN the one of alice, and
# STDIO a program that serves the same to her over standard input and output, with a database of its own.
notes() {
  local program
  cargo build --quiet -p notes
  program=$(realpath "${CARGO_TARGET_DIR:-target}/debug/notes")
  TOKEN=T-alice
  STDIO=$1/notes-stdio
  printf '#!/usr/bin/env bash\nexec %q stdio --db %q --demo-data --tokens %q --as alice\n' \
    "$program" "$1/stdio.db" "alice=$TOKEN,bob=T-bob" >"$STDIO"
  chmod +x "$STDIO"
  serve "$1/server.log" "$program" --addr 127.0.0.1:0 --db "$1/notes.db" --demo-data --tokens "alice=$TOKEN,bob=T-bob"
  URL=$URL/mcp
}

# The official clients of TypeScript and Python, of both lines of releases that are in use.
step_clients() {
  local folder status=0 name line
  folder=$(mktemp -d)
  notes "$folder"
  client() {
    if PYTHONDONTWRITEBYTECODE=1 timeout 120 "$@" "$URL" "$TOKEN" "$STDIO" >"$folder/said" 2>&1; then
      echo "$(basename "$2"): passed"
    else
      cat "$folder/said" >&2
      echo "$(basename "$2"): failed" >&2
      status=1
    fi
  }
  if npm_folder tests/clients; then
    for name in typescript_1.mjs typescript_2.mjs; do client "$NODE" "$FOLDER_THERE/$name"; done
  fi
  for line in 1 2; do
    if python_with "tests/clients/requirements-$line.txt"; then client "$PYTHON" "tests/clients/python_$line.py"; fi
  done
  stop
  rm -rf "$folder"
  return "$status"
}

# Judges are clients and suites that live beside this repository, in the folder JUDGES: programs `judge-NAME` that take an
# address or a command, say `FAIL what: why`, and end with `N passed, M failed`. JUDGE_SET=hosts takes those of hosts as well,
# and JUDGE_SET=linters also those who have opinions. What may fail, because it fails in the same place on rmcp's own
# server, is in tests/judges/excuses.txt.
gate=(conformance mcpcheck wire fuzz mcp-py ts1 ts2 inspector)
hosts=(fastmcp openai-agents pydantic-ai langchain mcp-use google-adk semantic-kernel js-hosts)
linters=(halflist quality mcp-fuzzer)

step_judges() {
  local judges=${JUDGES:-../shared/judges} folder status=0 name
  local over_http=("${gate[@]}") over_stdio=(wire fuzz mcp-py ts1 ts2 inspector)
  case ${JUDGE_SET:-gate} in
    gate) ;;
    hosts)
      over_http+=("${hosts[@]}")
      over_stdio+=("${hosts[@]}")
      ;;
    linters)
      over_http+=("${hosts[@]}" "${linters[@]}" mcp-tester)
      over_stdio+=("${hosts[@]}" "${linters[@]}" lighthouse)
      ;;
    *)
      echo "JUDGE_SET is gate, hosts or linters, and not $JUDGE_SET" >&2
      return 2
      ;;
  esac
  if [ ! -x "$judges/judge-wire" ]; then
    echo "$judges has no judges: skipped (JUDGES names another folder)"
    return
  fi
  judges=$(realpath "$judges")
  folder=$(mktemp -d)
  notes "$folder"
  for name in "${over_http[@]}"; do judge http "$name" "$judges/with-bearer" "$TOKEN" "$URL" "judge-$name"; done
  for name in wire mcp-py; do
    JUDGE_ERA=legacy judge "http, with a handshake," "$name" "$judges/with-bearer" "$TOKEN" "$URL" "judge-$name"
  done
  stop
  for name in "${over_stdio[@]}"; do judge stdio "$name" "$judges/judge-$name" "$STDIO"; done
  rm -rf "$folder"
  return "$status"
}

# judge LABEL NAME COMMAND..: lets one judge, prints one line, and sets the status of step_judges.
judge() {
  local label=$1 name=$2 said=$folder/said faults=$folder/faults result=0 verdict
  shift 2
  JUDGE_CALLS=$(python3 tests/judges/calls.py "$name") timeout 900 "$@" >"$said" 2>"$faults" || result=$?
  verdict=$(tail -n 1 "$said")
  grep '^ *FAIL ' "$said" | grep -vEf <(sed -n "s/^$name: //p" tests/judges/excuses.txt) >"$folder/unexcused" || true
  if [ "$result" -eq 0 ]; then
    echo "$label $name: $verdict"
  elif ! has_judged "$result" "$verdict" "$faults"; then
    echo "$label $name: it cannot be installed here: skipped"
    tail -n 3 "$faults"
  elif grep -q '^ *FAIL ' "$said" && [ ! -s "$folder/unexcused" ]; then
    echo "$label $name: $verdict, and there is an excuse for each"
  else
    echo "$label $name: $verdict" >&2
    cat "$folder/unexcused" "$faults" >&2
    status=1
  fi
}

# has_judged STATUS VERDICT FAULTS: whether a judge failed as one that runs: with a verdict, by the time, or by a defect of
# its own. One that could not be installed says nothing of these.
has_judged() {
  [ "$1" -eq 124 ] || grep -q '[0-9] passed, ' <<<"$2" || grep -qE '^Traceback|^Node\.js v' "$3"
}
