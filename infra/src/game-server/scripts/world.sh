#!/bin/bash
# Copies the world of this server to the bucket, and puts the world of an archive in its place. It runs at the first boot
# (boot.sh), around the game (its systemd unit) and when the site asks for it (archive-document.ts). The game's world on the
# file system is removed only after an archive of it was read back.
set -uo pipefail
root=${ROOT:-}
# shellcheck source=/dev/null
. "$root/usr/local/bin/game"
files=$root/world
world="$files/worlds/$GAME_WORLD"
incoming=$files/incoming
# This file says that the present world is in the bucket. It is removed before the game starts.
archived=$files/state/archived
# This file says that the running game was told not to save by itself. It is in memory: a game after a restart of the machine saves.
held=$root/run/world-held
disk=$root/var/lib/world-archives
staging=$root/var/lib/world-copy
max_bytes=$((4 << 30))
max_files=50000

fail() {
  echo "$1" >&2
  exit 1
}

# Leaves no copy on the disk, whose room the next one needs. It is called under the lock, so that it is no copy of another run.
leave_no_copy() { trap 'rm -rf "$disk" "$staging"' EXIT; }

object() { echo "s3://$ARCHIVE_BUCKET/$STACK_NAME/$1.mcworld"; }
copy() { timeout -k 10 300 aws s3 cp --region "$REGION" --only-show-errors "$@"; }

# The mark of an archive that a server has packed. Only servers upload with it: the form for files from elsewhere allows no
# mark, and S3 copies it with its object.
origin() { timeout -k 10 60 aws s3api head-object --region "$REGION" --bucket "$ARCHIVE_BUCKET" --key "$STACK_NAME/$1.mcworld" --query Metadata.origin --output text; }

# Packs the folder $1 without the lock of a running game, uploads it as the archive $2, and compares what the bucket has with what
# was packed.
archive() {
  local file=$disk/$2.mcworld version request name problem
  problem=$(game_world_problem "$1")
  [ -z "$problem" ] || fail "The world on the file system $problem"
  rm -rf "$disk"
  mkdir -p "$disk"
  (cd "$1" && timeout -k 10 300 zip -q -1 -r "$file" . -x session.lock) || fail 'The world could not be packed.'
  copy --metadata origin=server "$file" "$(object "$2")" || fail 'The backup could not be uploaded.'
  copy "$(object "$2")" - | cmp -s - "$file" || fail 'The backup could not be read back.'
  has_world "$file"
  version=$(tr -cd '0-9.' 2>/dev/null <"$files/state/version")
  request=$(tr -cd '0-9A-Za-z' 2>/dev/null <"$files/worlds/.request")
  name=$(game_world_name "$1" 2>/dev/null | head -c 200 | iconv -c -f utf-8 -t utf-8 | tr -d '\000-\037"\134')
  "$root/usr/local/bin/send-event" Archived "\"archiveId\":\"$2\",\"reason\":\"$3\",\"atSeconds\":$(date +%s),\"bytes\":$(wc -c <"$file"),\"levelName\":\"$name\",\"version\":\"$version\",\"requestId\":\"$request\"" ||
    fail 'The site did not accept the report of the backup.'
}

# Checks the sums of an archive, and that it has a world.
has_world() {
  local names
  timeout -k 10 120 unzip -tqq "$1" >/dev/null 2>&1 || fail 'The backup is damaged.'
  names=$(unzip -Z1 "$1")
  grep -qE '(^|/)level\.dat$' <<<"$names" || fail 'The backup has no level.dat, so it is not a world.'
}

# Refuses an archive that would write outside its folder.
is_safe() {
  local names
  has_world "$1"
  names=$(unzip -Z1 "$1")
  ! grep -qE '(^/|(^|/)\.\.(/|$)|\\)' <<<"$names" || fail 'The backup has a file outside its folder.'
  [ "$(unzip -Z "$1" | grep -c '^l')" = 0 ] || fail 'The backup has a link.'
}

# Prints the size of an archive when it is unpacked.
unpacked_bytes() { unzip -Zt "$1" | sed -n 's/.*files\{0,1\}, \([0-9]*\) bytes uncompressed.*/\1/p'; }

# Prints the size of all files in a folder.
folder_bytes() { find "$1" -type f -printf '%s\n' | awk '{ sum += $1 } END { printf "%.0f", sum }'; }

# Refuses an archive from elsewhere that is too large unpacked.
is_small() {
  [ "$(unzip -Z1 "$1" | wc -l)" -le "$max_files" ] || fail 'The backup has too many files.'
  [ "$(unpacked_bytes "$1")" -le "$max_bytes" ] || fail 'The backup is too large.'
}

# Puts the world of the archive $WORLD_SOURCE, or none, beside the present one. The file .request completes it.
unpack() {
  local file=$disk/next.mcworld from=$disk/next limit=$((max_bytes / 1024)) to=$incoming/$GAME_WORLD problem
  { rm -rf "$disk" "$incoming" && mkdir -p "$incoming" "$from"; } || fail 'The file system cannot be written to.'
  if [ "$WORLD_SOURCE" != new ]; then
    copy "$(object "$WORLD_SOURCE")" "$file" || fail 'The chosen backup could not be downloaded.'
    is_safe "$file"
    chmod 755 "$disk" && chmod 644 "$file" && chown 1000 "$from"
    if [ "$(origin "$WORLD_SOURCE")" = server ]; then
      # The disk had room for this archive when it was made, but it may have none for the world beside it.
      from=$to limit=unlimited
      mkdir -p "$to" || fail 'The file system cannot be written to.'
    else
      is_small "$file"
    fi
    # The archive may be hostile, so a user unpacks it that can write to few folders only.
    (ulimit -f "$limit" && timeout -k 10 300 runuser -u ec2-user -- unzip -q -o "$file" -d "$from") ||
      fail 'The chosen backup could not be unpacked.'
    [ -s "$from/level.dat" ] || from=$(dirname "$(find "$from" -mindepth 2 -maxdepth 2 -name level.dat | head -n 1)")
    problem=$(game_world_problem "$from")
    [ -z "$problem" ] || fail "The chosen backup $problem"
    if [ "$from" = "$to" ]; then
      [ "$(folder_bytes "$to")" = "$(unpacked_bytes "$file")" ]
    else
      cp -r "$from" "$to"
      diff -rq "$from" "$to" >/dev/null
    fi || fail 'The world could not be written to the file system.'
  fi
  sync
  echo "$WORLD_REQUEST" >"$incoming/.request" || fail 'The file system cannot be written to.'
}

# Exchanges the present world for a complete incoming one. A boot that was cut off between the two moves goes on here.
switch() {
  [ -s "$incoming/.request" ] || return 0
  local aside=replaced
  # A damaged world cannot be archived, and stays on the file system.
  [ -e "$archived" ] || aside=damaged
  if [ -e "$files/worlds" ]; then
    mv "$files/worlds" "$files/$aside-$(date +%s)" || fail 'The current world could not be moved.'
  fi
  mv "$incoming" "$files/worlds" || fail 'The chosen world could not be moved.'
}

# Before the first start of the game: archives the present world, and applies the site's choice of another one, once.
prepare() {
  local choice=$WORLD_REQUEST
  mkdir -p "$files/state" "$files/settings"
  # The lists changed while no server ran, and come within minutes. Until then nobody joins who is on the old one alone.
  [ -z "${ALLOW_LIST:-}" ] || { echo "$ALLOW_LIST" >"$files/settings/allow-list" && echo '[]' >"$files/settings/$GAME_ALLOW_LIST"; } ||
    fail 'The file system cannot be written to.'
  switch
  [ "$(cat "$files/worlds/.request" 2>/dev/null)" != "$choice" ] || choice=''
  if [ -e "$world" ] && [ ! -e "$archived" ]; then
    # No later server may guess the id: it could overwrite the archive.
    if (archive "$world" "boot-$(date +%s)-$RANDOM$RANDOM" boot); then
      echo boot >"$archived"
    elif [ -z "$choice" ] || [ -z "$(game_world_problem "$world")" ]; then
      exit 1
    fi
  fi
  if [ -n "$choice" ]; then
    unpack
    switch
  fi
  # Each boot says it again: an earlier one may have been cut off, or the site may not have taken the news.
  if [ -n "$WORLD_REQUEST" ]; then
    "$root/usr/local/bin/send-event" WorldChanged "\"requestId\":\"$WORLD_REQUEST\"" || echo 'The site did not take the news of the world.'
    rm -rf "$files"/replaced-*
  fi
  mkdir -p "$files/worlds"
  # A new world has nothing in its place until it is played for the first time. Later there may be the world of another game.
  [ -s "$world/level.dat" ] || [ "$WORLD_KNOWN" != true ] || { [ "$WORLD_SOURCE" = new ] && [ -z "$(ls "$files/worlds")" ]; } ||
    fail 'The world of this server is missing on its file system. Roll back to a backup, or create a new world.'
}

# Announces the stop to the players and gives them half a minute.
warn_players() {
  game_status 2>/dev/null | grep -q 'online=[1-9]' || return 0
  game_say 'The server stops in 30 seconds.'
  sleep 20
  game_say 'The server stops in 10 seconds.'
  sleep 10
}

stop_and_archive() {
  warn_players
  timeout -k 10 150 systemctl stop "$GAME.service" || fail 'The game could not be stopped.'
  # The preparation of the boot made this folder on the file system.
  [ -e "$files/state" ] || fail 'The file system of the world is not mounted.'
  [ -e "$world" ] || fail 'The server has no world yet.'
  [ "$(cat "$archived" 2>/dev/null)" = "$1" ] || { archive "$world" "$1" stop && echo "$1" >"$archived"; }
}

# Lets the game save by itself again. If it does not answer, the next minute tries again.
save_again() { [ ! -e "$held" ] || { game_save_again && rm "$held"; }; }

archive_live() {
  rm -rf "$staging"
  # The end of this shell lets the game save again, or the next minute when the shell is killed.
  (
    trap save_again EXIT
    touch "$held" || fail 'The memory is full.'
    game_copy "$files/worlds" "$staging"
  ) || exit 1
  archive "$staging/$GAME_WORLD" "$1" live
}

take_lock() {
  exec 9>"$root/run/world.lock"
  flock "$@" 9
}

# Runs a command of the site, one at a time, and tells the site why it failed.
for_site() {
  local reason
  take_lock -w 600 || exit 1
  leave_no_copy
  if reason=$("$@" 2>&1 >/dev/null); then return; fi
  reason=$(tail -n 1 <<<"$reason" | tr -cd '[:alnum:] .,:/_-' | cut -c 1-200)
  "$root/usr/local/bin/send-event" ArchiveFailed "\"archiveId\":\"$2\",\"reason\":\"$reason\""
  fail "$reason"
}

case $1 in
# Nothing else runs before the first game.
prepare) leave_no_copy && prepare ;;
# Runs before each start of the game.
begin)
  rm -f "$archived"
  [ ! -e "$archived" ] || fail 'The file system cannot be written to.'
  # The game changes its lists, and it is not root.
  cp "$files"/settings/*.json "$root/var/lib/$GAME/" 2>/dev/null && chown 1000:1000 "$root/var/lib/$GAME"/*.json
  [ ! -s "$files/settings/allow-list" ] || game_begin_with_list "$(cat "$files/settings/allow-list")"
  ;;
# Runs after each stop of the game.
end) for list in $GAME_LISTS; do cp "$root/var/lib/$GAME/$list" "$files/settings/" 2>/dev/null; done ;;
stop) for_site stop_and_archive "$2" ;;
live) for_site archive_live "$2" ;;
# Runs each minute. An archive in progress has the lock, and ends the hold itself.
save-again) ! take_lock -n || save_again ;;
esac
