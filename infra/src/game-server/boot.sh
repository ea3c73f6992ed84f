# Runs once, as root, when the instance boots for the first time; user-data.ts writes what stands before it. Whatever
# goes wrong is signalled, so that the stack fails with a reason that a person can read.
set -uo pipefail
root=${ROOT:-}
log=$root/var/log/game-server-boot.log
# The players' programs update themselves and refuse an older server, so the newest is the one that works.
image=itzg/minecraft-bedrock-server:latest

# Tells CloudFormation how it went: it shows the reason beside the stack's event.
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

# Runs a command; when it fails, the stack fails with this sentence and the command's last words.
attempt() {
  local sentence=$1
  shift
  "$@" >>"$log" 2>&1 && return
  fail "$sentence $(tail -n 1 "$log" | tr -cd '[:alnum:] .,:/_-' | cut -c 1-200)"
}

# Tries a command up to so many times, ten seconds apart.
patiently() {
  local tries=$1
  shift
  until "$@"; do
    tries=$((tries - 1))
    [ "$tries" -gt 0 ] || return 1
    sleep 10
  done
}

answers() {
  docker exec bedrock mc-monitor status-bedrock
}

mkdir -p "$root/world" "$(dirname "$log")"
attempt 'Docker and the EFS client could not be installed.' patiently 3 dnf install --assumeyes docker amazon-efs-utils

# In fstab, so that a reboot finds the world again; the game does not start without it.
echo "$FILE_SYSTEM_ID:/ /world efs _netdev,noresvport,tls,iam,accesspoint=$ACCESS_POINT_ID 0 0" >>"$root/etc/fstab"
attempt 'The world could not be mounted.' patiently 6 mount /world

attempt 'Docker could not be started.' systemctl enable --now docker
attempt 'The game could not be downloaded.' patiently 3 docker pull "$image"

cat >"$root/etc/bedrock.env" <<SETTINGS
EULA=TRUE
SERVER_NAME=$SERVER_NAME
GAMEMODE=$GAME_MODE
DIFFICULTY=$DIFFICULTY
MAX_PLAYERS=$MAX_PLAYERS
LEVEL_SEED=$LEVEL_SEED
ALLOW_CHEATS=$ALLOW_CHEATS
ALLOW_LIST_USERS=$ALLOWED_PLAYERS
SETTINGS

cat >"$root/etc/game-server.env" <<SETTINGS
STACK_NAME=$STACK_NAME
STACK_ID=$STACK_ID
REGION=$REGION
IDLE_MINUTES=$IDLE_MINUTES
SETTINGS

cat >"$root/etc/systemd/system/bedrock.service" <<UNIT
[Unit]
Description=The game server
Requires=docker.service
After=docker.service network-online.target
RequiresMountsFor=/world

[Service]
ExecStartPre=-/usr/bin/docker rm --force bedrock
ExecStart=/usr/bin/docker run --name bedrock --rm --memory ${MEMORY_MIB}m --publish $GAME_PORT:19132/udp --volume /world:/data --env-file /etc/bedrock.env $image
# The game saves its world and exits; only then does the instance go.
ExecStop=/usr/bin/docker stop --time 90 bedrock
TimeoutStopSec=120
Restart=on-failure
RestartSec=10

[Install]
WantedBy=multi-user.target
UNIT

cat >"$root/etc/systemd/system/stop-when-idle.service" <<UNIT
[Unit]
Description=Asks for a stop when nobody plays

[Service]
Type=oneshot
EnvironmentFile=/etc/game-server.env
ExecStart=/usr/local/bin/stop-when-idle
UNIT

cat >"$root/etc/systemd/system/stop-when-idle.timer" <<UNIT
[Unit]
Description=Looks for players every minute

[Timer]
OnActiveSec=60
OnUnitActiveSec=60

[Install]
WantedBy=timers.target
UNIT

attempt 'The game could not be started.' systemctl daemon-reload
attempt 'The game could not be started.' systemctl enable --now bedrock.service
attempt 'The game did not answer within ten minutes.' patiently 60 answers
attempt 'The watch for players could not be started.' systemctl enable --now stop-when-idle.timer
signal SUCCESS 'The game answers.'
