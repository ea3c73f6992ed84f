import type { Game } from '../game.ts';

/** Minecraft for computers with Java, in the image itzg/minecraft-server. It needs 4 GB. */
export const java: Game = {
  commands: { game: new URL('game.sh', import.meta.url) },
  port: 25_565,
  openPorts: (port) => [{ id: 'Players', protocol: 'tcp', from: port, to: port, description: 'Players' }],
  version: { pattern: String.raw`[0-9]{1,3}(\.[0-9]{1,3}){1,2}`, example: '26.1.2' },
  playerName: '[A-Za-z0-9_]{1,16}',
  settings: () => ({}),
};
