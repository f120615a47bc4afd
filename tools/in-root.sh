#!/bin/sh
# Runs a command inside another root folder. From there come the programs and libraries of the system; all
# other folders (home, checkout, temporary files, processes, devices) are those of this machine, at the
# same places, and so is the working directory.
#   in-root.sh ROOT COMMAND [ARGUMENT ...]
# Exits with 3 where the working directory, this checkout or TMPDIR lies in /usr or another folder of the system.
# The mounts end with the command: they are in a mount namespace of its own. Needs root and the right to
# mount, which many containers do not have.
set -eu
root=$1
if [ -z "${GRANULAR_SRT_IN_ROOT:-}" ]; then
  export GRANULAR_SRT_IN_ROOT=1
  exec unshare --mount --propagation private sh "$0" "$@"
fi
unset GRANULAR_SRT_IN_ROOT
shift
# all by one mount: tests come here a thousand times
list=$(mktemp)
for folder in /*; do
  # links are those into /usr
  [ -d "$folder" ] && [ ! -L "$folder" ] || continue
  case $folder in
    /bin | /sbin | /lib* | /usr | /etc | /var | /boot | /lost+found) continue ;;
  esac
  [ -d "$root$folder" ] || mkdir -p "$root$folder"
  case $folder in
    *[[:space:]]*) mount --rbind "$folder" "$root$folder" ;;
    *) echo "$folder .$folder none rbind 0 0" >>"$list" ;;
  esac
done
(cd "$root" && mount --all --fstab "$list")
rm "$list"
for folder in "$PWD" "$0" "${TMPDIR:-/tmp}"; do
  [ -e "$root/$folder" ] || { echo "in-root: $folder lies in a folder of the system, which the other root has itself" >&2; exit 3; }
done
exec chroot "$root" env -C "$PWD" "$@"
