import { readFileSync } from 'node:fs';
import type { Construct } from 'constructs';
import { type DocumentParameters, shellDocument } from './shell-document.ts';

/** The lines that the agent runs. */
export const consoleCommand = [
  "verb='{{ Verb }}'",
  "data='{{ Data }}'",
  readFileSync(new URL('../scripts/console.sh', import.meta.url), 'utf8'),
];

/** The parameters of the document. */
export const consoleParameters: DocumentParameters = {
  Verb: { type: 'String', description: 'What to do', allowedValues: ['log', 'command', 'players'] },
  Data: {
    type: 'String',
    description: 'The command or the lists in base64',
    allowedPattern: '^[A-Za-z0-9+/]{0,9000}={0,2}$',
  },
};

/** Shows the log of a game and types commands into its console. A command is data, and never a part of the script. */
export const consoleDocument = (scope: Construct, id: string) =>
  shellDocument(scope, id, {
    description: 'Shows the log of a game, and types commands into its console',
    parameters: consoleParameters,
    name: 'console',
    timeoutSeconds: 60,
    runCommand: consoleCommand,
  });
