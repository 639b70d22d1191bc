# Sourced by the other scripts: the environment in .venv at the root of the checkout.
# The caller sets $root, the checkout, and $name, the name under which messages appear.

readonly OLDEST="3.11"
readonly CANDIDATES="python3.13 python3.12 python3.11 python3.14 python3 python"

say() { printf '%s: %s\n' "$name" "$*" >&2; }
die() { say "$*"; exit 1; }

recent_enough() {
    "$1" -c "import sys; sys.exit(sys.version_info < (${OLDEST/./, }))" >/dev/null 2>&1
}

find_python() {
    local candidate
    for candidate in ${ANALYZER_PYTHON:+"$ANALYZER_PYTHON"} $CANDIDATES; do
        if recent_enough "$candidate"; then
            printf '%s\n' "$candidate"
            return
        fi
    done
    die "Python $OLDEST or newer is needed and none was found; install one, or name it in ANALYZER_PYTHON"
}

# stamp_of KIND: what .venv/analyzer.stamp holds once KIND (run or dev) is in place here.
stamp_of() {
    printf '%s %s %s\n' "$1" "$(cksum <"$root/requirements/$1.lock")" "$root"
}

# kind_for WANTED: WANTED, but an environment for development stays one.
kind_for() {
    local kind=""
    if [ -r "$root/.venv/analyzer.stamp" ]; then
        read -r kind _ <"$root/.venv/analyzer.stamp" || true
    fi
    if [ "$kind" = dev ]; then printf 'dev\n'; else printf '%s\n' "$1"; fi
}

in_place() {
    [ -x "$root/.venv/bin/python" ] && [ -r "$root/.venv/analyzer.stamp" ] &&
        [ "$(cat "$root/.venv/analyzer.stamp")" = "$(stamp_of "$1")" ]
}

install_locked() {
    local kind="$1" python="$root/.venv/bin/python" found packages
    if [ ! -x "$python" ]; then
        found="$(find_python)" || exit 1
        say "making .venv with $("$found" --version 2>&1)"
        "$found" -m venv --clear "$root/.venv" >&2 ||
            die "$found cannot make an environment (on Debian: apt-get install python3-venv)"
    fi
    recent_enough "$python" ||
        die ".venv has a Python older than $OLDEST: delete $root/.venv and try again"
    say "installing what requirements/$kind.lock lists into .venv (once, about a minute)"
    rm -f "$root/.venv/analyzer.stamp"
    "$python" -m pip install --quiet --quiet --disable-pip-version-check --require-hashes \
        --only-binary :all: -r "$root/requirements/$kind.lock" >&2 ||
        die "the installation failed (see above); nothing outside .venv was changed"
    packages="$("$python" -c 'import sysconfig; print(sysconfig.get_path("purelib"))')"
    printf '%s\n' "$root" >"$packages/analyzer-checkout.pth"
    stamp_of "$kind" >"$root/.venv/analyzer.stamp"
    say "ready"
}

# prepare WANTED: makes sure that .venv holds at least what requirements/WANTED.lock lists.
prepare() {
    local kind
    kind="$(kind_for "$1")"
    if in_place "$kind"; then return; fi
    # Two first runs at once must not install into the same folder; the second finds all done.
    if command -v flock >/dev/null 2>&1; then
        exec 9<"$root"
        flock 9
        kind="$(kind_for "$1")"
    fi
    in_place "$kind" || install_locked "$kind"
    exec 9<&-
}
