#!/bin/bash
# Keeps the image of the last good start, and the server programs of the last three versions that have started well, in the
# bucket, for a start at which the registry or the game's download service fails.
set -uo pipefail
root=${ROOT:-}
# shellcheck source=/dev/null
. "$root/usr/local/bin/game"
folder=$root/var/lib/$GAME
disk=$root/var/lib/kept

object() { echo "s3://$ARCHIVE_BUCKET/$STACK_NAME/kept/$1"; }
copy() { timeout -k 10 300 aws s3 cp --region "$REGION" --only-show-errors "$@"; }

# Packs the output of a command for the object $1.
pack() {
  local name=$1
  shift
  timeout -k 10 300 "$@" | gzip -1 >"$disk/$name"
}
store() { copy "$disk/$1" "$(object "$1")"; }

# A server may delete nothing in the bucket, so the programs have three places. Each line of the list has a place, the version
# in it, and when that was put there; the newest comes first. A list that cannot be read is no empty one, which would forget all
# kept programs. S3 answers 403 in place of 404 to a server, which may not list the bucket.
programs() {
  copy "$(object games.txt)" - 2>"$disk/problem" || grep -qE '\((403|404)\)' "$disk/problem"
}
list_programs() { printf '%s\n' "$1" | copy - "$(object games.txt)"; }

keep_image() {
  local id
  id=$(docker image inspect --format '{{.Id}}' game-server:kept) && [ -n "$id" ] || return
  [ "$id" != "$(copy "$(object image.tar.gz.txt)" - 2>/dev/null)" ] || return 0
  pack image.tar.gz docker save game-server:kept && store image.tar.gz && echo "$id" | copy - "$(object image.tar.gz.txt)"
}

keep_program() {
  local version listed place others excluded list
  version=$(game_program)
  [ -n "$version" ] || return
  listed=$(programs) || return
  ! grep -qF " $version " <<<"$listed" || return
  for place in 1 2 3 "$(tail -n 1 <<<"$listed" | cut -d ' ' -f 1)"; do
    grep -q "^$place " <<<"$listed" || break
  done
  others=$(grep -v "^$place " <<<"$listed")
  # The world and the lists of players are not part of the program.
  excluded=(--exclude ./worlds)
  for list in $GAME_LISTS; do excluded+=(--exclude "./$list"); done
  pack "game-$place.tar.gz" tar --create --directory "$folder" "${excluded[@]}" . || return
  # The list names no version whose place is being filled.
  list_programs "$others" && store "game-$place.tar.gz" && list_programs "$place $version $(date +%s)${others:+$'\n'$others}"
}

# Unpacks the kept program, and prints its version and when it was kept. A chosen version is never replaced by another one,
# which could change the world for good; else the latest one is the last that the world may have met.
use_program() {
  local listed place version since
  listed=$(programs)
  case ${GAME_VERSION:-} in [0-9]*) listed=$(grep -F " $GAME_VERSION " <<<"$listed") ;; esac
  read -r place version since < <(sort -k 2,2V <<<"$listed" | tail -n 1)
  [ -n "$place" ] && copy "$(object "game-$place.tar.gz")" "$disk/game" && gzip -t "$disk/game" || return
  tar --extract --gzip --file "$disk/game" --directory "$folder" && chown -R 1000:1000 "$folder" || return
  [ "$(game_program)" = "$version" ] && game_use_program && echo "$version $since"
}

rm -rf "$disk"
mkdir -p "$disk"
trap 'rm -rf "$disk"' EXIT
case $1 in
keep)
  keep_image
  keep_program
  ;;
image) copy "$(object image.tar.gz)" "$disk/image" && timeout -k 10 300 docker load --input "$disk/image" ;;
game) use_program ;;
esac
