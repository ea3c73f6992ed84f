#!/bin/bash
# Every minute: how many play? It tells the site; when nobody has for so long, or never anybody, it asks for an ordinary
# stop instead. Only players whom the game itself counts set the clock back: a game that does not answer has none.
set -uo pipefail
# In memory: a full disk must not keep the clock from running.
last_played=${ROOT:-}/run/stop-when-idle/last-played
mkdir -p "$(dirname "$last_played")"

# Says something to the site; $2 is JSON.
say() {
  local entries refused
  entries=$(printf '[{"Source":"home-page.game-server","DetailType":"%s","Detail":"%s"}]' "$1" "${2//\"/\\\"}")
  refused=$(timeout 40 aws events put-events --region "$REGION" --query FailedEntryCount --output text --entries "$entries") || return 1
  [ "$refused" = 0 ]
}

now=$(date +%s)
[ -s "$last_played" ] || echo "$now" >"$last_played"

players=$(timeout 20 docker exec bedrock mc-monitor status-bedrock 2>/dev/null |
  sed -n 's/.* online=\([0-9][0-9]*\).*/\1/p')
[ "${players:-0}" -gt 0 ] && echo "$now" >"$last_played"
since=$(cat "$last_played")

server=$(printf '"stackName":"%s","stackId":"%s"' "$STACK_NAME" "$STACK_ID")
if [ $((now - since)) -ge $((IDLE_MINUTES * 60)) ]; then
  say Idle "{$server}"
else
  # Nobody misses it when it does not arrive: the site says how old the last one is.
  say Players "{$server,\"atSeconds\":$now,\"online\":${players:-null},\"lastPlayedSeconds\":$since,\"idleMinutes\":$IDLE_MINUTES}"
fi
