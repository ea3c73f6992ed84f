import type { Construct } from 'constructs';
import { shellDocument } from './shell-document.ts';

/** Archives the world, of a game that it stops or of a running one. */
export const archiveDocument = (scope: Construct, id: string) =>
  shellDocument(scope, id, {
    description: 'Archives the world of a game server',
    parameters: {
      Mode: { type: 'String', description: 'What happens to the game', allowedValues: ['stop', 'live'] },
      ArchiveId: { type: 'String', description: 'The name of the archive', allowedPattern: '^[0-9A-Za-z-]{1,60}$' },
    },
    name: 'archive',
    timeoutSeconds: 900,
    runCommand: ['set -a', '. /etc/game-server.env', 'exec /usr/local/bin/world {{ Mode }} {{ ArchiveId }}'],
  });
