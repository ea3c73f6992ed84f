import { GetCommandInvocationCommand, SSMClient } from '@aws-sdk/client-ssm';
import type { CommandOutput } from 'shared-types/contract/stack/console';
import { outageMiddleware, requestHandler } from '../../platform/outage.ts';
import { commandSender } from '../command-client.ts';
import type { GameConsole } from '../ports.ts';

const pending: CommandOutput = { state: 'pending', output: '' };

/** Returns the console of a game server, through SSM. */
export function ssmConsole(documentName: string): GameConsole {
  const send = commandSender(documentName);
  const client = new SSMClient({ requestHandler });
  client.middlewareStack.add(outageMiddleware, { step: 'initialize' });
  return {
    send: (instanceId, verb, data = '') =>
      send(instanceId, { Verb: verb, Data: Buffer.from(data, 'utf8').toString('base64') }),

    async outputOf(InstanceId, CommandId) {
      try {
        const { Status, StandardOutputContent, StandardErrorContent } = await client.send(
          new GetCommandInvocationCommand({ InstanceId, CommandId }),
        );
        if (Status === 'Success') return { state: 'done', output: StandardOutputContent ?? '' };
        if (Status === undefined || waiting.has(Status)) return pending;
        const reason = firstLine(StandardErrorContent ?? '');
        return { state: 'failed', output: reason || 'The server did not respond.' };
      } catch (error) {
        // SSM knows a command a moment after it has taken it.
        if (error instanceof Error && error.name === 'InvocationDoesNotExist') return pending;
        throw error;
      }
    },
  };
}

const waiting = new Set<string>(['Pending', 'InProgress', 'Delayed']);

/** The agent adds lines of its own to the error of a script. */
const firstLine = (text: string) => text.split('\n', 1)[0] ?? '';
