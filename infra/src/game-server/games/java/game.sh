#!/bin/bash
# Minecraft Java in the image itzg/minecraft-server: https://docker-minecraft-server.readthedocs.io. The scripts of a server read this
# file, and the documents of SSM, whose sh is bash on Amazon Linux. Every game has these functions: see docs/games.md.

# The name of the container, of its unit, its log and its folder.
export GAME=java
# The folder of the world, and the game's own lists of players.
export GAME_WORLD=world GAME_LISTS='ops.json whitelist.json banned-players.json banned-ips.json' GAME_ALLOW_LIST=whitelist.json
# The log has a line like this when the server program cannot be downloaded: scripts/start-deployVanilla of the image.
export GAME_DOWNLOAD_FAILED='Failed to setup|Failed to install vanilla'

# Prints the settings of the image. The address of the server is not among them.
game_settings() {
  cat <<SETTINGS
EULA=TRUE
TYPE=VANILLA
VERSION=$GAME_VERSION
MOTD=$SERVER_NAME
MODE=$GAME_MODE
DIFFICULTY=$DIFFICULTY
MAX_PLAYERS=$MAX_PLAYERS
SEED=$LEVEL_SEED
LEVEL=world
# The worlds are on the file system, in a folder of their own.
EXTRA_ARGS=--universe worlds
# Java needs memory beside its heap, and Linux kills the container that exceeds its limit.
MEMORY=$((MEMORY_MIB * 3 / 4))M
# The container has 90 seconds to save the world.
STOP_DURATION=85
ENABLE_WHITELIST=$([ -n "$ALLOWED_PLAYERS" ] && echo true || echo false)
WHITELIST=$ALLOWED_PLAYERS
# Whoever is not on the list is put out as soon as the list is closed: https://minecraft.wiki/w/Server.properties (enforce-whitelist)
ENFORCE_WHITELIST=true
SETTINGS
}

# Prints Docker's options for the ports. The port of RCON stays inside the container.
game_ports() { echo "--publish $GAME_PORT:25565/tcp"; }

# Asks the game for its version and its players, as in version=26.1.2 online=3. It fails until the game is ready.
game_status() { timeout -k 10 20 docker exec java mc-monitor status; }

# Prints the lines of the log about players who come and go, each after its time, and about starts of the game.
game_players() {
  timeout -k 10 20 docker logs --timestamps java 2>&1 | grep -aE '^[^ ]+ \[[0-9:]+\] \[[^]]+/INFO\]: (Starting minecraft |UUID of |[A-Za-z0-9_]+(\[.*\])? (joined|left|lost|logged) )'
}

# Runs the command $1 in the game, and prints its answer. $2 limits its seconds. The dashes keep the program of the image from
# reading a command as an option of its own, and sed takes away the colors that it adds: https://github.com/itzg/rcon-cli
game_command() {
  local answer
  answer=$(timeout -k 10 "${2:-10}" docker exec java rcon-cli -- "$1" 2>/dev/null) || return
  printf '%s\n' "$answer" | sed $'s/\033\\[[0-9;]*m//g'
}

# Says a sentence to all players.
game_say() { game_command "say $1" >/dev/null; }

# Prints the names in the list $1 of the game.
listed_by_game() { sed -n 's/.*"name": *"\([^"]*\)".*/\1/p' "${ROOT:-}/var/lib/java/$1" 2>/dev/null; }

# Takes the names from the list $1 of the game that the file $2 does not have, with the command $3. A name that takes too long waits for
# the next time.
game_remove() {
  local name until_when failed=0
  until_when=$(($(date +%s) + 10))
  while IFS= read -r name; do
    grep -qixF -e "$name" "$2" ||
      { [ "$(date +%s)" -lt "$until_when" ] && game_command "$3 $name" 5 >/dev/null; } || failed=1
  done < <(listed_by_game "$1")
  return "$failed"
}

# Adds the names of the file $2 that the list $1 of the game does not have, with the command $3. The game looks each name up, and prints
# why it does not know it. A look-up can hang, so names that take too long wait for the next time.
game_add() {
  local name answer until_when failed=0
  until_when=$(($(date +%s) + 10))
  while IFS= read -r name; do
    if [[ ! $name =~ ^[A-Za-z0-9_]{1,16}$ ]]; then
      echo "$name is no name of a Java Edition player."
    elif listed_by_game "$1" | grep -qixF -e "$name"; then
      continue
    elif [ "$(date +%s)" -lt "$until_when" ] && answer=$(game_command "$3 $name" 5); then
      case $answer in *'not exist'*) echo "$name: $answer" ;; esac
    else
      failed=1
    fi
  done <"$2"
  return "$failed"
}

# Takes the lists of the page in the folder $1: `allowed` and `operators`, one name a line, and `allow-list` with on or off. The
# next game begins with the lists of this one. Each step has seconds of its own: names that hang keep neither the list open nor, as
# long as the game answers to deop, an operator in office.
game_set_lists() {
  local list failed=0
  # A list that is closed puts out whoever is not on it. So it is opened before names are taken away, and closed after they are added.
  if [ "$(cat "$1/allow-list")" = on ]; then
    game_add whitelist.json "$1/allowed" 'whitelist add' || failed=1
    game_command 'whitelist on' 5 >/dev/null || failed=1
    game_remove whitelist.json "$1/allowed" 'whitelist remove' || failed=1
  else
    game_command 'whitelist off' 5 >/dev/null || failed=1
  fi
  game_remove ops.json "$1/operators" deop || failed=1
  game_add ops.json "$1/operators" op || failed=1
  # The next game may not begin with half a list.
  for list in $GAME_LISTS; do cp "${ROOT:-}/var/lib/java/$list" "$1/$list.new" 2>/dev/null && mv "$1/$list.new" "$1/$list"; done
  return "$failed"
}

# Runs every minute.
game_every_minute() { :; }

# Begins the next game with the allow list on or off. The list of the page replaces the one of the deployment.
game_begin_with_list() {
  local mode=false
  [ "$1" != on ] || mode=true
  sed -i "s/^ENABLE_WHITELIST=.*/ENABLE_WHITELIST=$mode/; s/^WHITELIST=.*/WHITELIST=/" "${ROOT:-}/etc/java.env"
}

# Prints what keeps the folder $1 from being a world of this game. A level.dat of Java Edition is packed with gzip:
# https://minecraft.wiki/w/Java_Edition_level_format. A world may have no region before the first player joins.
game_world_problem() {
  if [ -e "$1/db/CURRENT" ]; then
    echo 'is a world of Minecraft Bedrock. This server runs Minecraft Java.'
  elif ! [ -s "$1/level.dat" ] || ! gzip -t <"$1/level.dat" 2>/dev/null; then
    echo 'is damaged: its level.dat is missing or cut off.'
  fi
}

# Prints the name of the world in the folder $1. It is inside level.dat, so it has none here.
game_world_name() { :; }

# Copies the world of the running game from the folder $1 to $2, while the game does not save by itself: https://minecraft.wiki/w/Commands/save
game_copy() {
  game_command save-off >/dev/null || fail 'The game is not responding.'
  game_command 'save-all flush' 130 | grep -q 'Saved the game' || fail 'The game did not save its world.'
  mkdir -p "$2"
  cp -r "$1/world" "$2/" || fail 'The world could not be copied.'
}

# Lets the game save by itself again.
game_save_again() { game_command save-on >/dev/null; }

# Prints the version of the server program in the game's folder, or nothing.
game_program() {
  find "${ROOT:-}/var/lib/java" -maxdepth 1 -name 'minecraft_server.*.jar' | sed -n 's/.*minecraft_server\.\(.*\)\.jar$/\1/p' | sort -V | tail -n 1
}

# Makes the image run the server program that is there. It looks for no other version when the chosen one is installed:
# https://github.com/itzg/mc-image-helper (VanillaInstaller)
game_use_program() { sed -i "s/^VERSION=.*/VERSION=$(game_program)/" "${ROOT:-}/etc/java.env"; }
