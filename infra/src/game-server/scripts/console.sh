# The text of an SSM document (documents/console-document.ts), which puts $verb and $data before it. The data is base64, so
# that no character of a command can end its quotes.
set -u
root=${ROOT:-}
settings=$root/world/settings
# SSM keeps the first 24,000 characters of an output, and the newest lines matter most.
max_bytes=20000

fail() {
  echo "$1" >&2
  exit 1
}

[ -e "$root/usr/local/bin/game" ] ||
  fail 'This server was started by an older version of the site. Restart it to use its console.'
# shellcheck source=/dev/null
. "$root/usr/local/bin/game"

# Takes away what would change how a terminal shows a text: the sequences of ECMA-48 (colors, titles, links) and single control
# characters. Players choose some of the text in a log.
plain() {
  escape=$(printf '\033')
  bell=$(printf '\007')
  LC_ALL=C sed -e "s/$escape\\[[0-?]*[ -/]*[@-~]//g" -e "s/$escape][^$bell$escape]*\\($bell\\|$escape\\\\\\)//g" |
    LC_ALL=C tr -d '\000-\010\013-\037\177'
}

# Prints the newest of the lines that it reads, as many as fit. A single line that does not fit loses its beginning.
newest() {
  text=$(tail -n 200 | plain)
  if [ "$(printf '%s' "$text" | wc -c)" -gt "$max_bytes" ]; then
    end=$(printf '%s' "$text" | tail -c "$max_bytes")
    text=$(printf '%s' "$end" | sed 1d)
    [ -n "$text" ] || text=$(printf '%s' "$end" | LC_ALL=C sed "s/^[$(printf '\200')-$(printf '\277')]*//")
  fi
  printf '%s\n' "$text"
}

# Writes the file $1 with the lines of the lists that the script $2 of sed selects.
write_list() { printf '%s\n' "$lists" | sed -n "$2" >"$settings/$1.new" && mv "$settings/$1.new" "$settings/$1"; }

# Sets the lists: a line with on or off and one with the time of their command, then "allowed" or "operator" before each name.
set_players() {
  lists=$(printf '%s' "$data" | base64 -d) || fail 'The lists did not arrive.'
  # Two changes at once would leave parts of both.
  exec 8>"$root/run/lists.lock"
  flock -w 10 8 || fail 'An earlier change of the lists is still in progress. Try again in a minute.'
  mkdir -p "$settings"
  # A command may arrive after a later one. It has not set its lists then, and must not count as if it had.
  sent=$(printf '%s\n' "$lists" | sed -n 's/^sent //p')
  last=$(cat "$settings/lists-sent" 2>/dev/null)
  [ "${sent:-0}" -ge "${last:-0}" ] || fail 'Later lists have arrived already.'
  write_list lists-sent 's/^sent //p' || fail 'The lists could not be written.'
  write_list allowed 's/^allowed //p' || fail 'The lists could not be written.'
  write_list operators 's/^operator //p' || fail 'The lists could not be written.'
  write_list allow-list 1p || fail 'The lists could not be written.'
  game_set_lists "$settings" || fail 'The game is not running, or did not take every name in time.'
}

case "$verb" in
log)
  text=$(timeout -k 10 20 docker logs --tail 200 "$GAME" 2>&1) || fail 'The game is not running.'
  printf '%s\n' "$text" | newest
  ;;
players) set_players ;;
command)
  line=$(printf '%s' "$data" | base64 -d) || fail 'The command did not arrive.'
  [ "$(printf '%s' "$line" | wc -l)" -eq 0 ] || fail 'A command is one line.'
  text=$(game_command "$line") || fail 'The game is not running.'
  printf '%s\n' "$text" | newest
  ;;
esac
