import type { Construct } from 'constructs';
import { shellDocument } from './shell-document.ts';

/** Says in the game when the server stops. */
export const warningDocument = (scope: Construct, id: string) =>
  shellDocument(scope, id, {
    description: 'Warns the players of a game server',
    parameters: {
      Minutes: { type: 'String', description: 'The minutes until the stop', allowedPattern: '^[0-9]{1,2}$' },
    },
    name: 'warn',
    timeoutSeconds: 30,
    runCommand: ['. /usr/local/bin/game', "game_say 'The server stops in {{ Minutes }} minutes.'"],
  });
