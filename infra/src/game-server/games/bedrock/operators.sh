#!/bin/bash
# Makes the players of the page's list operators, as far as their ids are known: the game knows operators by ids only, and its
# log tells the id of a player who joins. It runs every minute (stop-when-idle.sh) and, with the word set, for the site (console.sh).
set -uo pipefail
# The agent of SSM has the locale C, in which Ü has no lower case.
export LC_ALL=C.UTF-8
root=${ROOT:-}
game=$root/var/lib/bedrock
settings=$root/world/settings
# The list comes from the page. Without one, the operators of the game are left alone.
[ -e "$settings/operators" ] || exit 0
exec 9>"$root/run/operators.lock"
flock -w 30 9 || exit 1

touch "$settings/known-players"
# The players stand in the order in which they were last seen, each id with its present name.
timeout -k 10 20 docker logs bedrock 2>&1 | sed -n 's/.*Player connected: \(.*\), xuid: \([0-9][0-9]*\).*/\2 \1/p' |
  cat "$settings/known-players" - | tac | awk '!seen[$1]++' | tac >"$settings/known-players.new"
if cmp -s "$settings/known-players" "$settings/known-players.new"; then
  rm "$settings/known-players.new"
else
  mv "$settings/known-players.new" "$settings/known-players"
fi

operators=
while IFS= read -r name; do
  [ -n "$name" ] || continue
  # Whoever takes over a former name of another player is the one with this name. Case makes no difference in a name.
  id=
  while read -r known_id known_name; do
    [ "${known_name,,}" != "${name,,}" ] || id=$known_id
  done <"$settings/known-players"
  if [ -n "$id" ]; then
    operators="$operators${operators:+,}{\"permission\":\"operator\",\"xuid\":\"$id\"}"
  else
    echo "$name has not joined this server yet, and becomes an operator within a minute of joining."
  fi
done <"$settings/operators"

# An operator whom the game itself has made stays one until the list or its ids change.
[ "${1:-}" != set ] && [ "[$operators]" = "$(cat "$settings/operators-set" 2>/dev/null)" ] && exit 0
for folder in "$settings" "$game"; do
  echo "[$operators]" >"$folder/permissions.json.new" || exit 1
  # The game itself changes its lists, too.
  [ "$folder" != "$game" ] || chown 1000:1000 "$folder/permissions.json.new"
  mv "$folder/permissions.json.new" "$folder/permissions.json" || exit 1
done
echo "[$operators]" >"$settings/operators-set"
timeout -k 10 10 docker exec bedrock send-command 'permission reload' >/dev/null 2>&1
exit 0
