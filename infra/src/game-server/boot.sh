# Runs once, as root, when the instance boots for the first time; user-data.ts writes what stands before it. Whatever
# goes wrong is signalled, so that the stack fails with a reason that a person can read.
set -uo pipefail
root=${ROOT:-}
# The last command's words.
log=$root/var/log/game-server-boot.log
metadata=http://169.254.169.254/latest
address=
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

# Runs a command; when it fails, the stack fails with this sentence and the command's last words. All that is said can be
# read in the instance's console.
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

# Tries a command for so many seconds, ten seconds apart. One that may hang needs a limit of its own.
patiently() {
  local until_when=$(($(date +%s) + $1))
  shift
  until "$@"; do
    [ "$(date +%s)" -lt "$until_when" ] || return 1
    sleep 10
  done
}

# Players' programs are told to come to this address: see SERVER_UDP_PORTS.
find_address() {
  local token
  token=$(curl --silent --show-error --fail --max-time 5 \
    --request PUT --header 'X-aws-ec2-metadata-token-ttl-seconds: 60' "$metadata/api/token") || return
  address=$(curl --silent --show-error --fail --max-time 5 \
    --header "X-aws-ec2-metadata-token: $token" "$metadata/meta-data/public-ipv4") && [ -n "$address" ]
}

answers() {
  timeout 20 docker exec bedrock mc-monitor status-bedrock && return
  # What the game said last explains more than that it is silent.
  journalctl --identifier=bedrock --output=cat --lines=1
  return 1
}

mkdir -p "$root/world" "$root/etc/docker" "$(dirname "$log")"
attempt 'Docker and the EFS client could not be installed.' \
  patiently 300 timeout 240 dnf install --assumeyes docker amazon-efs-utils

# In fstab, so that a reboot finds the world again; the game does not start without it.
echo "$FILE_SYSTEM_ID:/ /world efs _netdev,noresvport,tls,iam,accesspoint=$ACCESS_POINT_ID 0 0" >>"$root/etc/fstab"
attempt 'The world could not be mounted.' patiently 120 timeout 60 mount /world

attempt 'The server has no public address.' patiently 60 find_address

# The kernel forwards by itself; a process for each of the many ports would take the game's memory.
echo '{"userland-proxy": false}' >"$root/etc/docker/daemon.json"
attempt 'Docker could not be started.' timeout 60 systemctl enable --now docker
attempt 'The game could not be downloaded.' patiently 300 timeout 240 docker pull "$image"

cat >"$root/etc/bedrock.env" <<SETTINGS
EULA=TRUE
SERVER_NAME=$SERVER_NAME
GAMEMODE=$GAME_MODE
DIFFICULTY=$DIFFICULTY
MAX_PLAYERS=$MAX_PLAYERS
LEVEL_SEED=$LEVEL_SEED
ALLOW_CHEATS=$ALLOW_CHEATS
# Kept beside the world from one start to the next: without this line a list that was taken away would still be asked for.
ALLOW_LIST=false
ALLOW_LIST_USERS=$ALLOWED_PLAYERS
TRANSPORT=nethernet
SERVER_UDP_PORTS=$address:$SESSION_PORTS:$SESSION_PORTS
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
ExecStart=/usr/bin/docker run --name bedrock --rm --memory ${MEMORY_MIB}m --publish $GAME_PORT:19132/tcp --publish $SESSION_PORTS:$SESSION_PORTS/udp --volume /world:/data --env-file /etc/bedrock.env $image
# The game saves its world and exits; only then does the instance go.
ExecStop=/usr/bin/docker stop -t 90 bedrock
TimeoutStopSec=120
SyslogIdentifier=bedrock
StandardOutput=journal+console
StandardError=journal+console
Restart=on-failure
RestartSec=10

[Install]
WantedBy=multi-user.target
UNIT

cat >"$root/etc/systemd/system/stop-when-idle.service" <<UNIT
[Unit]
Description=Says who plays, and asks for a stop when nobody does

[Service]
Type=oneshot
EnvironmentFile=/etc/game-server.env
TimeoutStartSec=90
ExecStart=/usr/local/bin/stop-when-idle
UNIT

cat >"$root/etc/systemd/system/stop-when-idle.timer" <<UNIT
[Unit]
Description=Looks for players every minute

[Timer]
OnActiveSec=60
OnUnitActiveSec=60
AccuracySec=5

[Install]
WantedBy=timers.target
UNIT

attempt 'The game could not be started.' systemctl daemon-reload
attempt 'The game could not be started.' systemctl enable --now bedrock.service
attempt 'The game did not answer within ten minutes.' patiently 600 answers
attempt 'The watch for players could not be started.' systemctl enable --now stop-when-idle.timer
signal SUCCESS 'The game answers.'
