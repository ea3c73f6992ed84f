#!/bin/bash
# Keeps the image and the server program of the last good start in the bucket, for a start at which the registry or the game's
# download service fails.
set -uo pipefail
root=${ROOT:-}
# shellcheck source=/dev/null
. "$root/usr/local/bin/game"
folder=$root/var/lib/$GAME
disk=$root/var/lib/kept

object() { echo "s3://$ARCHIVE_BUCKET/$STACK_NAME/kept/$1"; }
copy() { timeout -k 10 300 aws s3 cp --region "$REGION" --only-show-errors "$@"; }

# Stores the output of a command as the object $1, unless the object has the content $2 already.
store() {
  local name=$1 content=$2
  shift 2
  [ -n "$content" ] || return
  [ "$content" != "$(copy "$(object "$name.txt")" - 2>/dev/null)" ] || return 0
  timeout -k 10 300 "$@" | gzip -1 >"$disk/$name" && copy "$disk/$name" "$(object "$name")" &&
    echo "$content" | copy - "$(object "$name.txt")"
}

rm -rf "$disk"
mkdir -p "$disk"
trap 'rm -rf "$disk"' EXIT
case $1 in
keep)
  store image.tar.gz "$(docker image inspect --format '{{.Id}}' game-server:kept)" docker save game-server:kept
  # The world and the lists of players are not part of the program.
  excluded=(--exclude ./worlds)
  for list in $GAME_LISTS; do excluded+=(--exclude "./$list"); done
  store game.tar.gz "$(game_program)" tar --create --directory "$folder" "${excluded[@]}" .
  ;;
image) copy "$(object image.tar.gz)" "$disk/image" && timeout -k 10 300 docker load --input "$disk/image" ;;
game)
  # A chosen version is never replaced by another one, which could change the world for good.
  case ${GAME_VERSION:-} in [0-9]*) [ "$GAME_VERSION" = "$(copy "$(object game.tar.gz.txt)" -)" ] || exit 1 ;; esac
  copy "$(object game.tar.gz)" "$disk/game" && gzip -t "$disk/game" || exit 1
  tar --extract --gzip --file "$disk/game" --directory "$folder" && chown -R 1000:1000 "$folder" && [ -n "$(game_program)" ] || exit 1
  game_use_program
  ;;
esac
