#!/bin/bash
# Minecraft Bedrock in the image itzg/minecraft-bedrock-server. The scripts of a server read this file, and the documents of SSM,
# whose sh is bash on Amazon Linux. Every game has these functions: see docs/games.md.

# The name of the container, of its unit, its log and its folder.
export GAME=bedrock
# The folder of the world, and the game's own lists of players.
export GAME_WORLD='Bedrock level' GAME_LISTS='permissions.json allowlist.json' GAME_ALLOW_LIST=allowlist.json
# The log has a line like this when the server program cannot be downloaded.
export GAME_DOWNLOAD_FAILED='curl: \(|[Ff]ailed to (lookup )?download'

# Prints the settings of the image. $1 is the public address of the server, to which game clients connect.
game_settings() {
  cat <<SETTINGS
EULA=TRUE
SERVER_NAME=$SERVER_NAME
GAMEMODE=$GAME_MODE
DIFFICULTY=$DIFFICULTY
MAX_PLAYERS=$MAX_PLAYERS
LEVEL_SEED=$LEVEL_SEED
ALLOW_CHEATS=$ALLOW_CHEATS
# The setting is stored beside the world, so a removed list would stay in force without this line.
ALLOW_LIST=false
ALLOW_LIST_USERS=$ALLOWED_PLAYERS
VERSION=$GAME_VERSION
TRANSPORT=nethernet
SERVER_UDP_PORTS=$1:$SESSION_PORTS:$SESSION_PORTS
SETTINGS
  # The image takes the latest version in place of a chosen one, unless it gets the address of that.
  case $GAME_VERSION in
  [0-9]*) echo "DIRECT_DOWNLOAD_URL=https://www.minecraft.net/bedrockdedicatedserver/bin-linux/bedrock-server-$GAME_VERSION.zip" ;;
  esac
}

# Prints Docker's options for the ports.
game_ports() { echo "--publish $GAME_PORT:19132/tcp --publish $SESSION_PORTS:$SESSION_PORTS/udp"; }

# Asks the game for its version and its players, as in version=1.26.52 online=3. It fails until the game is ready.
game_status() { timeout -k 10 20 docker exec bedrock mc-monitor status-bedrock; }

# Prints the lines of the log about players who come and go, each after its time, and about starts of the game.
game_players() {
  timeout -k 10 20 docker logs --timestamps bedrock 2>&1 | grep -aE '^[^ ]+ \[[0-9: -]+ INFO\] (Starting Server|Player (dis)?connected: )'
}

# The console of the game reads its arguments as one line.
game_type() { timeout -k 10 10 docker exec bedrock send-command "$@" >/dev/null 2>&1; }

# Says a sentence to all players.
game_say() { game_type say "$1"; }

# Types the line $1 into the console, and prints the part of the log that follows.
game_command() {
  local since
  since=$(date -u +%FT%TZ)
  game_type "$1" || return
  sleep 2
  timeout -k 10 20 docker logs --since "$since" bedrock 2>&1
}

# Takes the lists of the page in the folder $1: `allowed` and `operators`, one name a line, and `allow-list` with on or off. A
# player whose id the game does not know yet becomes an operator later: see operators.sh.
game_set_lists() {
  local names folder line failed=0
  names=$(sed 's/.*/{"ignoresPlayerLimit":false,"name":"&"}/' "$1/allowed" | paste -sd, -)
  for folder in "$1" "${ROOT:-}/var/lib/bedrock"; do
    echo "[$names]" >"$folder/allowlist.json.new" || return
    # The game itself changes its lists, too.
    [ "$folder" = "$1" ] || chown 1000:1000 "$folder/allowlist.json.new"
    mv "$folder/allowlist.json.new" "$folder/allowlist.json" || return
  done
  # The names come before the list is closed, so that it shuts no friend out, and both before the operators, who wait for the log and
  # for each other.
  for line in 'allowlist reload' "allowlist $(cat "$1/allow-list")"; do
    game_type "$line" || failed=1
  done
  "${ROOT:-}/usr/local/bin/operators" set || failed=1
  return "$failed"
}

# Runs every minute.
game_every_minute() { "${ROOT:-}/usr/local/bin/operators" >/dev/null; }

# Begins the next game with the allow list on or off. The list of the page replaces the one of the deployment.
game_begin_with_list() {
  local mode=false
  [ "$1" != on ] || mode=true
  sed -i "s/^ALLOW_LIST=.*/ALLOW_LIST=$mode/; s/^ALLOW_LIST_USERS=.*/ALLOW_LIST_USERS=/" "${ROOT:-}/etc/bedrock.env"
}

# Prints what keeps the folder $1 from being a world of this game. A world is a LevelDB: CURRENT names the manifest, which lists
# the other files. Only worlds of Java Edition have regions, since 26.1 below dimensions.
game_world_problem() {
  if [ -e "$1/region" ] || [ -e "$1/dimensions" ]; then
    echo 'is a world of Minecraft Java. This server runs Minecraft Bedrock.'
    return
  fi
  [ -s "$1/level.dat" ] && [ -s "$1/db/CURRENT" ] && [ -s "$1/db/$(tr -d '[:space:]/' <"$1/db/CURRENT")" ] ||
    echo 'is damaged: its level.dat or its manifest is missing.'
}

# Prints the name of the world in the folder $1.
game_world_name() { cat "$1/levelname.txt"; }

# Copies the world of the running game from the folder $1 to $2: the files that the game names, up to their lengths, because it may
# write beyond them. https://learn.microsoft.com/minecraft/creator/documents/bedrockserver/getting-started (Backups)
# It does not name the packs of add-ons, nor which are on, and never writes them:
# https://github.com/crowbarmaster/BedrockManagementService/issues/19
game_copy() {
  local listed path length until_when since
  listed=
  until_when=$(($(date +%s) + 120))
  since=$(date -u +%FT%TZ)
  game_type save hold || fail 'The game is not responding.'
  until [ -n "$listed" ]; do
    [ "$(date +%s)" -lt "$until_when" ] || fail 'The game did not get its files ready.'
    sleep 2
    game_type save query
    listed=$(timeout -k 10 20 docker logs --since "$since" bedrock 2>&1 | grep -A 1 'Files are now ready' | tail -n 1 | grep -E ':[0-9]+(, |$)')
  done
  mkdir -p "$2/$GAME_WORLD"
  for path in "$1/$GAME_WORLD"/*; do
    [ "${path##*/}" = db ] || cp -r "$path" "$2/$GAME_WORLD/" || fail 'The world could not be copied.'
  done
  while IFS= read -r path; do
    length=${path##*:}
    path=${path%:*}
    case "/$path/" in *'/../'*) fail 'The game names a file outside its world.' ;; esac
    mkdir -p "$(dirname "$2/$path")"
    head -c "$length" "$1/$path" >"$2/$path"
    [ "$(wc -c <"$2/$path")" = "$length" ] || fail 'A file of the world is shorter than the game says.'
  done <<<"${listed//, /$'\n'}"
}

# Lets the game save by itself again.
game_save_again() { game_type save resume; }

# Prints the version of the server program in the game's folder, or nothing.
game_program() {
  find "${ROOT:-}/var/lib/bedrock" -maxdepth 1 -name 'bedrock_server-*' | sed -n 's/.*bedrock_server-\([0-9.]*\)$/\1/p' | sort -V | tail -n 1
}

# Makes the image run the server program that is there.
game_use_program() {
  # With an address of its own, the image looks for no other version, and it downloads none that is there:
  # https://github.com/itzg/docker-minecraft-bedrock-server (DIRECT_DOWNLOAD_URL)
  sed -i "/^DIRECT_DOWNLOAD_URL=/d; s/^VERSION=.*/VERSION=$(game_program)\nDIRECT_DOWNLOAD_URL=kept/" "${ROOT:-}/etc/bedrock.env"
}
