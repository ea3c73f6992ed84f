import { CfnParameter } from 'aws-cdk-lib';
import { type Game, plainName } from '../game.ts';

/** One port per player, with some to spare for players who reconnect: see docs/decisions/0029. */
const sessionPorts = { from: 20_000, to: 20_039 };

/** Minecraft for phones, tablets, consoles and Windows, in the image itzg/minecraft-bedrock-server. */
export const bedrock: Game = {
  commands: {
    game: new URL('game.sh', import.meta.url),
    operators: new URL('operators.sh', import.meta.url),
  },
  port: 19_132,
  openPorts: (port) => [
    { id: 'PlayersKnock', protocol: 'tcp', from: port, to: port, description: 'Players, to find the game' },
    { id: 'PlayersPlay', protocol: 'udp', ...sessionPorts, description: 'Players, each on a port of their own' },
  ],
  version: { pattern: String.raw`[0-9]{1,3}(\.[0-9]{1,4}){2,3}`, example: '1.26.51.1' },
  playerName: plainName,
  settings: (scope) => ({
    SESSION_PORTS: `${sessionPorts.from}-${sessionPorts.to}`,
    ALLOW_CHEATS: new CfnParameter(scope, 'AllowCheats', {
      default: 'false',
      allowedValues: ['false', 'true'],
      description: 'Whether commands are allowed',
    }).valueAsString,
  }),
};
