import { CfnParameter } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { GameId } from 'shared-types/rules/stack/game';
import { sizesOf, usualSizes } from 'shared-types/rules/stack/server-sizes';
import { difficulties, gameModes } from 'shared-types/rules/stack/world';
import { games } from './games/all.ts';
import { plainName } from './games/game.ts';

const byte = '(25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)';

/** Declares the place of the server, which the deployment gives for each configured stack. */
export function placementParameters(scope: Construct) {
  const id = (name: string, prefix: string, description: string) =>
    new CfnParameter(scope, name, { allowedPattern: `^${prefix}-[0-9a-f]{8,40}$`, description }).valueAsString;
  return {
    subnetId: id('SubnetId', 'subnet', 'The subnet that reaches the world'),
    serverGroupId: id(
      'ServerGroupId',
      'sg',
      'The security group that the file system lets in, and players, while it runs',
    ),
    fileSystemId: id('FileSystemId', 'fs', 'The file system of the worlds'),
    accessPointId: id('AccessPointId', 'fsap', 'The door to this world, and to no other'),
    instanceProfileName: new CfnParameter(scope, 'InstanceProfileName', {
      allowedPattern: '^[A-Za-z0-9+=,.@_-]{1,128}$',
      description: 'What the server may do: reach its world and its archives, and send its events',
    }).valueAsString,
    watchFunctionArn: new CfnParameter(scope, 'WatchFunctionArn', {
      allowedPattern: '^arn:[a-z0-9-]+:lambda:[a-z0-9-]+:[0-9]{12}:function:[A-Za-z0-9_-]{1,64}$',
      description: 'The function that looks whether the server still reports',
    }).valueAsString,
    archiveBucketName: new CfnParameter(scope, 'ArchiveBucketName', {
      allowedPattern: '^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$',
      description: 'The bucket of the archives',
    }).valueAsString,
  };
}

/** Declares what the server begins with. Each start gives them: see `change` in lambdas/src/stack/workflow/step-worker.ts. */
export function beginningParameters(scope: Construct) {
  const text = (name: string, allowedPattern: string, description: string) =>
    new CfnParameter(scope, name, { allowedPattern, description }).valueAsString;
  return {
    WORLD_REQUEST: text('WorldRequest', '^[0-9A-Za-z]{0,40}$', 'The last choice of a world; empty for none'),
    WORLD_SOURCE: text('WorldSource', '^[0-9A-Za-z-]{0,60}$', 'The archive of that choice, or new'),
    WORLD_KNOWN: text('WorldKnown', '^(true|false)$', 'Whether this stack has had a world'),
    ALLOW_LIST: text(
      'AllowList',
      '^(on|off)?$',
      'Whether the allow list holds until its names come; empty when no list has changed',
    ),
  };
}

/** Declares the settings that the owner may choose for each configured stack of this game. */
export function gameParameters(scope: Construct, gameId: GameId) {
  const game = games[gameId];
  const sizes = sizesOf(gameId).map((size) => size.instanceType);
  const choice = (name: string, values: readonly string[], description: string, usual = values[0] ?? '') =>
    new CfnParameter(scope, name, { default: usual, allowedValues: [...values], description }).valueAsString;
  const number = (name: string, [least, usual, most]: [number, number, number], description: string) =>
    new CfnParameter(scope, name, { type: 'Number', default: usual, minValue: least, maxValue: most, description });
  const text = (name: string, usual: string, allowedPattern: string, description: string) =>
    new CfnParameter(scope, name, { default: usual, allowedPattern, description }).valueAsString;

  const port = number('GamePort', [1024, game.port, 65535], 'What players type as the port');
  return {
    instanceType: choice('InstanceType', sizes, 'How big the server is', usualSizes[gameId]),
    playersCidr: text(
      'PlayersCidr',
      '0.0.0.0/0',
      `^(${byte}\\.){3}${byte}/([0-9]|[12][0-9]|3[0-2])$`,
      'The addresses from which players may come, as 203.0.113.0/24',
    ),
    port,
    settings: {
      GAME_PORT: port.valueAsString,
      MEMORY_MIB: text(
        'MemoryMiB',
        '',
        '^([5-9][0-9]{2}|[1-9][0-9]{3})?$',
        'The memory that the game may use; empty is all but what the system needs',
      ),
      IDLE_MINUTES: number('IdleMinutes', [5, 30, 1440], 'Without players for so long it is stopped').valueAsString,
      SERVER_NAME: text('ServerName', 'Minecraft', `^${plainName}$`, 'What players see in their list'),
      GAME_MODE: choice('GameMode', gameModes, 'How it is played'),
      DIFFICULTY: choice('Difficulty', difficulties, 'How hard it is', 'easy'),
      MAX_PLAYERS: number('MaxPlayers', [1, 10, 30], 'How many may play at once').valueAsString,
      LEVEL_SEED: text('LevelSeed', '', '^[A-Za-z0-9-]{0,40}$', 'What a new world grows from; empty is chance'),
      GAME_VERSION: text(
        'GameVersion',
        'LATEST',
        `^(LATEST|${game.version.pattern})$`,
        `The version of the game, as ${game.version.example}; LATEST is the newest at each start`,
      ),
      ...game.settings(scope),
      ALLOWED_PLAYERS: text(
        'AllowedPlayers',
        '',
        `^(${game.playerName}(,${game.playerName}){0,29})?$`,
        'Names of the players who may join, separated by commas; empty allows every player who knows the address',
      ),
    },
  };
}
