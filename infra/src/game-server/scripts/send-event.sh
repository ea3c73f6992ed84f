#!/bin/bash
# Sends an event of the type $1 to the site. $2 is its detail, as the inside of a JSON object.
set -uo pipefail
detail="{\"stackName\":\"$STACK_NAME\",\"stackId\":\"$STACK_ID\"${2:+,$2}}"
entries=$(printf '[{"Source":"home-page.game-server","DetailType":"%s","Detail":"%s"}]' "$1" "${detail//\"/\\\"}")
refused=$(timeout -k 10 40 aws events put-events --region "$REGION" --query FailedEntryCount --output text --entries "$entries") || exit 1
[ "$refused" = 0 ]
