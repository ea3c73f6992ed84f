#!/bin/bash
# Every minute: how many play? When nobody has for so long, or never anybody, it asks the site for an ordinary stop.
# Only players whom the game itself counts set the clock back: a game that does not answer has none.
set -uo pipefail
# In memory: a full disk must not keep the clock from running.
last_played=${ROOT:-}/run/stop-when-idle/last-played
mkdir -p "$(dirname "$last_played")"

now=$(date +%s)
[ -s "$last_played" ] || echo "$now" >"$last_played"

players=$(timeout 20 docker exec bedrock mc-monitor status-bedrock 2>/dev/null |
  sed -n 's/.* online=\([0-9][0-9]*\).*/\1/p')
if [ "${players:-0}" -gt 0 ]; then
  echo "$now" >"$last_played"
  exit 0
fi

[ $((now - $(cat "$last_played"))) -ge $((IDLE_MINUTES * 60)) ] || exit 0
detail=$(printf '{\\"stackName\\":\\"%s\\",\\"stackId\\":\\"%s\\"}' "$STACK_NAME" "$STACK_ID")
entries=$(printf '[{"Source":"home-page.game-server","DetailType":"Idle","Detail":"%s"}]' "$detail")
refused=$(timeout 40 aws events put-events --region "$REGION" --query FailedEntryCount --output text --entries "$entries") || exit 1
[ "$refused" = 0 ]
