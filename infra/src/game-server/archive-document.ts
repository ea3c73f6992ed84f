import { CfnDocument } from 'aws-cdk-lib/aws-ssm';
import type { Construct } from 'constructs';

/**
 * The one command that the site may run on a server: it archives the world, of a game that it stops or of a running one.
 * Both parameters are words of a fixed form, because the agent writes them into the script.
 */
export const archiveDocument = (scope: Construct, id: string) =>
  new CfnDocument(scope, id, {
    documentType: 'Command',
    documentFormat: 'JSON',
    updateMethod: 'NewVersion',
    content: {
      schemaVersion: '2.2',
      description: 'Archives the world of a game server',
      parameters: {
        Mode: { type: 'String', description: 'What happens to the game', allowedValues: ['stop', 'live'] },
        ArchiveId: { type: 'String', description: 'The name of the archive', allowedPattern: '^[0-9A-Za-z-]{1,60}$' },
      },
      mainSteps: [
        {
          action: 'aws:runShellScript',
          name: 'archive',
          inputs: {
            timeoutSeconds: '900',
            runCommand: ['set -a', '. /etc/game-server.env', 'exec /usr/local/bin/world {{ Mode }} {{ ArchiveId }}'],
          },
        },
      ],
    },
  });
