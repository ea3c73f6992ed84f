import type { Construct } from 'constructs';
import { shellDocument } from './shell-document.ts';

/** Makes a silent server report its players now, and once a minute from then on: see scripts/stop-when-idle.sh. */
export const reportDocument = (scope: Construct, id: string) =>
  shellDocument(scope, id, {
    description: 'Asks a game server for its report',
    name: 'report',
    timeoutSeconds: 120,
    runCommand: ['systemctl restart stop-when-idle.timer', 'exec systemctl start stop-when-idle.service'],
  });
