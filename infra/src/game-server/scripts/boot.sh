#!/bin/bash
# Runs once, as root, at the first boot of the instance; user-data.ts sets its variables, and game.sh of the game's folder has what
# differs between games. Every failure is signalled to CloudFormation, so that the stack fails with a readable reason.
set -uo pipefail
root=${ROOT:-}
# shellcheck source=/dev/null
. "$root/usr/local/bin/game"
# This file takes the output of the last command.
log=$root/var/log/game-server-boot.log
# The ends of the phases so far, of which the instance's own is the first.
ends=$(date +%s)
metadata=http://169.254.169.254/latest
address=
# What the bucket had in place of a download, as further fields of the report.
kept=

# Sends the result to CloudFormation, which shows the reason in the stack's events.
signal() {
  local body
  body=$(printf '{"Status":"%s","Reason":"%s","UniqueId":"%s","Data":"%s"}' "$1" "$2" "$STACK_NAME" "$(date -u +%FT%TZ)")
  curl --silent --show-error --fail --max-time 20 --retry 5 --retry-all-errors \
    --request PUT --header 'content-type:' --data-binary "$body" "$SIGNAL_URL"
}

fail() {
  signal FAILURE "$1"
  exit 1
}

# Runs a command. When it fails, the stack fails with this sentence and the last line of the command's output. The whole
# output goes to the instance's console.
attempt() {
  local sentence=$1
  shift
  if "$@" >"$log" 2>&1; then
    cat "$log"
    return
  fi
  cat "$log"
  local words
  words=$(tail -n 1 "$log" | tr -cd '[:alnum:] .,:/_-' | cut -c 1-200)
  fail "$sentence${words:+ $words}"
}

# Retries a command every ten seconds for so many seconds. A command that may hang needs its own timeout.
retry_for() {
  local until_when=$(($(date +%s) + $1))
  shift
  until "$@"; do
    [ "$(date +%s)" -lt "$until_when" ] || return 1
    sleep 10
  done
}

# Tells the site the ends of all phases so far and which kept parts are in use, beside the boot. A lost report does no harm: the next one has them, too.
tell_phases() { "$root/usr/local/bin/send-event" Booting "\"endsSeconds\":[$ends]$kept" >/dev/null 2>&1 & }
end_phase() {
  ends=$ends,$(date +%s)
  tell_phases
}

# Players connect to this address.
find_address() {
  local token
  token=$(curl --silent --show-error --fail --max-time 5 \
    --request PUT --header 'X-aws-ec2-metadata-token-ttl-seconds: 60' "$metadata/api/token") || return
  address=$(curl --silent --show-error --fail --max-time 5 \
    --header "X-aws-ec2-metadata-token: $token" "$metadata/meta-data/public-ipv4") && [ -n "$address" ]
}

# Mounts the world. The kernel may hold a mount that no signal ends, so it runs beside the boot, which waits for it so long only.
mount_world() {
  timeout -k 10 60 mount /world &
  timeout -k 10 75 tail --pid=$! -s 0.1 -f /dev/null || { echo 'The file system did not answer.' && return 1; }
  wait $!
}

# Fetches the image, from the bucket when the registry fails.
fetch_image() {
  if retry_for 120 timeout -k 10 240 docker pull "$IMAGE"; then
    docker tag "$IMAGE" game-server:kept
  else
    "$root/usr/local/bin/kept" image 2>/dev/null && kept=',"keptImage":true'
  fi
}

# The download of the game has failed, or it hangs.
lacks_game() {
  [ -z "$(game_program)" ] &&
    { [ "$(date +%s)" -ge $((began + 240)) ] || journalctl --identifier="$GAME" --output=cat | grep -qE "$GAME_DOWNLOAD_FAILED"; }
}

answers() {
  local version since
  game_status && return
  if [ -z "$fell_back" ] && lacks_game; then
    fell_back=yes
    timeout -k 10 60 systemctl stop "$GAME.service"
    read -r version since < <("$root/usr/local/bin/kept" game)
    [ -z "$since" ] || kept="$kept,\"keptGame\":{\"version\":\"$version\",\"atSeconds\":$since}"
    timeout -k 10 60 systemctl start "$GAME.service"
  fi
  # The last line of the game's log explains more than its silence.
  journalctl --identifier="$GAME" --output=cat --lines=1
  return 1
}

mkdir -p "$root/world" "$root/var/lib/$GAME" "$root/etc/docker" "$(dirname "$log")"
tell_phases
attempt 'Could not install Docker and the EFS client.' \
  retry_for 300 timeout -k 10 240 dnf install --assumeyes docker amazon-efs-utils zip unzip

end_phase

# The entry in fstab mounts the world again after a reboot. The game does not start without it.
echo "$FILE_SYSTEM_ID:/ /world efs _netdev,noresvport,tls,iam,accesspoint=$ACCESS_POINT_ID 0 0" >>"$root/etc/fstab"
attempt 'Could not mount the world.' retry_for 120 mount_world

# The settings of the game were beside the world on the file system before they had a folder of their own.
[ -e "$root/world/settings" ] || { mkdir -p "$root/world/settings" && cp "$root"/world/*.json "$root/world/settings/" 2>/dev/null; }
attempt 'Could not make the folder of the game.' chown 1000:1000 "$root/var/lib/$GAME"
attempt 'Could not prepare the world.' timeout -k 10 900 "$root/usr/local/bin/world" prepare

end_phase

attempt 'The server has no public address.' retry_for 60 find_address

# The kernel forwards the ports. Docker's proxy would start a process for each of them and take the game's memory.
echo '{"userland-proxy": false}' >"$root/etc/docker/daemon.json"
attempt 'Could not start Docker.' timeout -k 10 60 systemctl enable --now docker
attempt 'Could not download the game.' fetch_image
end_phase

# Without a choice of the owner the game gets all of this size but what Linux and Docker need.
[ -n "$MEMORY_MIB" ] || MEMORY_MIB=$(awk '/^MemTotal:/ { print int($2 / 1024) - 448 }' "$root/proc/meminfo")
game_settings "$address" >"$root/etc/$GAME.env"

cat >"$root/etc/game-server.env" <<SETTINGS
STACK_NAME=$STACK_NAME
STACK_ID=$STACK_ID
REGION=$REGION
IDLE_MINUTES=$IDLE_MINUTES
ARCHIVE_BUCKET=$ARCHIVE_BUCKET
SETTINGS

cat >"$root/etc/systemd/system/$GAME.service" <<UNIT
[Unit]
Description=The game server
Requires=docker.service
After=docker.service network-online.target
RequiresMountsFor=/world

[Service]
EnvironmentFile=/etc/game-server.env
ExecStartPre=-/usr/bin/docker rm --force $GAME
ExecStartPre=/usr/local/bin/world begin
ExecStart=/usr/bin/docker run --name $GAME --rm --memory ${MEMORY_MIB}m $(game_ports) --volume /var/lib/$GAME:/data --volume /world/worlds:/data/worlds --env-file /etc/$GAME.env game-server:kept
# The instance waits until the game has saved its world.
ExecStop=/usr/bin/docker stop -t 90 $GAME
ExecStopPost=-/usr/local/bin/world end
TimeoutStopSec=120
SyslogIdentifier=$GAME
StandardOutput=journal+console
StandardError=journal+console
Restart=on-failure
RestartSec=10

[Install]
WantedBy=multi-user.target
UNIT

cat >"$root/etc/systemd/system/stop-when-idle.service" <<UNIT
[Unit]
Description=Reports the player count, and asks for a stop when the server is idle

[Service]
Type=oneshot
EnvironmentFile=/etc/game-server.env
TimeoutStartSec=115
ExecStart=/usr/local/bin/stop-when-idle
UNIT

cat >"$root/etc/systemd/system/stop-when-idle.timer" <<UNIT
[Unit]
Description=Counts the players every minute

[Timer]
OnActiveSec=60
OnUnitActiveSec=60
AccuracySec=5

[Install]
WantedBy=timers.target
UNIT

attempt 'Could not start the game.' systemctl daemon-reload
attempt 'Could not start the game.' systemctl enable --now "$GAME.service"
began=$(date +%s)
fell_back=
attempt 'The game did not respond within ten minutes.' retry_for 600 answers
end_phase
sed -n 's/.* version=\([0-9.]*\).*/\1/p' "$log" | tail -n 1 >"$root/world/state/version"
attempt 'Could not start the timer that stops an empty server.' systemctl enable --now stop-when-idle.timer
signal SUCCESS 'The game answers.'
# The game goes before it.
nice -n 19 "$root/usr/local/bin/kept" keep >/dev/null 2>&1
# The last report is complete before the script ends.
wait
