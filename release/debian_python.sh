#!/usr/bin/env bash
# Unpack the newest Debian's Python beside the system's own: release/debian_python.sh 3.14 FOLDER [SUITE]
#
# Its packages are unpacked and not installed, with the C library that they were built for, which the interpreter is
# made to load; what it starts (compilers, git) keeps the system's. Needs patchelf and apt-get, and no rights.
set -euo pipefail
version=$1
mkdir -p "$2"
folder=$(cd "$2" && pwd)
suite=${3:-forky}
keys=/usr/share/keyrings/debian-archive-keyring.gpg

apt=$folder/apt
mkdir -p "$apt/state/lists/partial" "$apt/cache/archives/partial"
: > "$apt/state/status"
echo "deb [signed-by=$keys] http://deb.debian.org/debian $suite main" > "$apt/sources.list"
cat > "$apt/apt.conf" << END
Dir::State "$apt/state";
Dir::State::status "$apt/state/status";
Dir::Cache "$apt/cache";
Dir::Etc::sourcelist "$apt/sources.list";
Dir::Etc::sourceparts "-";
APT::Install-Recommends "false";
APT::Sandbox::User "root";
END
export APT_CONFIG=$apt/apt.conf
apt-get -qq update
apt-get -qq --yes --download-only install "python$version" "python$version-dev" libstdc++6
for package in "$apt"/cache/archives/*.deb; do
    case $(basename "$package") in
        # What compiles uses the system's headers.
        libc6-dev_* | libc-dev-bin_* | linux-libc-dev_* | libc-gconv-* | debconf_* | tzdata_*) ;;
        *) dpkg-deb --extract "$package" "$folder" ;;
    esac
done
rm -rf "$apt"

machine=$(basename "$(dirname "$(find "$folder/usr/include" -path "*-linux-gnu*/python$version" -type d)")")
# Debian's header includes that of the machine by a path that holds for installed packages alone.
cp "$folder/usr/include/$machine/python$version/pyconfig.h" "$folder/usr/include/python$version/pyconfig.h"
libraries=$folder/usr/lib/$machine
loader=$(find "$libraries" -maxdepth 1 -name 'ld-linux*.so.*')
# One after the other, and in this order: what patchelf 0.19 leaves otherwise crashes.
patchelf --force-rpath --set-rpath "$libraries" "$folder/usr/bin/python$version"
patchelf --set-interpreter "$loader" "$folder/usr/bin/python$version"
"$folder/usr/bin/python$version" --version
