#!/bin/bash
# Runs every minute. It sends the player count to the site, or asks the site to stop the server when it has been without
# players for $IDLE_MINUTES. A game that does not answer counts as empty. A game that a killed archive has left without saving saves again.
set -uo pipefail
# The file is in memory, so that a full disk cannot keep the server running.
root=${ROOT:-}
# shellcheck source=/dev/null
. "$root/usr/local/bin/game"
last_played=$root/run/stop-when-idle/last-played
mkdir -p "$(dirname "$last_played")"

now=$(date +%s)
[ -s "$last_played" ] || echo "$now" >"$last_played"

players=$(game_status 2>/dev/null | sed -n 's/.* online=\([0-9][0-9]*\).*/\1/p')
[ "${players:-0}" -gt 0 ] && echo "$now" >"$last_played"
since=$(cat "$last_played")
# The site reads the names in the newest lines. Names travel as base64, so that no character of one ends its quotes.
log=
[ "${players:-0}" -eq 0 ] || log=$(game_players 2>/dev/null | tail -n 300 | tail -c 30000 | base64 -w 0)

if [ $((now - since)) -ge $((IDLE_MINUTES * 60)) ]; then
  "$root/usr/local/bin/send-event" Idle
else
  # A lost count does no harm: the site shows the age of the latest one.
  "$root/usr/local/bin/send-event" Players "\"atSeconds\":$now,\"online\":${players:-null},\"lastPlayedSeconds\":$since,\"idleMinutes\":$IDLE_MINUTES${log:+,\"log\":\"$log\"}"
fi
sent=$?
"$root/usr/local/bin/world" save-again
game_every_minute
exit "$sent"
