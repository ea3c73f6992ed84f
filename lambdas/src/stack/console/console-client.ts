import { SSMClient } from '@aws-sdk/client-ssm';
import { outageMiddleware, requestHandler } from '../../platform/outage.ts';
import { commandSender, invocationOf } from '../command-client.ts';
import type { GameConsole } from '../ports.ts';
import { plainOutput } from './plain-output.ts';

/** Returns the console of a game server, through SSM. */
export function ssmConsole(documentName: string): GameConsole {
  const send = commandSender(documentName);
  const client = new SSMClient({ requestHandler });
  client.middlewareStack.add(outageMiddleware, { step: 'initialize' });
  return {
    send: (instanceId, verb, data = '') =>
      send(instanceId, { Verb: verb, Data: Buffer.from(data, 'utf8').toString('base64') }),

    async outputOf(instanceId, commandId) {
      const { Status, StatusDetails, StandardOutputContent, StandardErrorContent } =
        (await invocationOf(client, instanceId, commandId)) ?? {};
      if (Status === 'Success') return { state: 'done', output: plainOutput(StandardOutputContent ?? '') };
      if (Status === undefined || waiting.has(Status)) return { state: 'pending', output: '' };
      const reason = plainOutput(firstLine(StandardErrorContent ?? '')).trim();
      return { state: 'failed', output: reason || describeEnd(StatusDetails ?? '') };
    },
  };
}

const waiting = new Set<string>(['Pending', 'InProgress', 'Delayed', 'Cancelling']);

/** SSM's words for a command that no agent has fetched: https://docs.aws.amazon.com/systems-manager/latest/userguide/monitor-commands.html */
const undelivered = new Set(['DeliveryTimedOut', 'Delivery Timed Out', 'Undeliverable', 'Terminated']);

/** Describes the end of a command that has said nothing itself. One that a server has begun may have had its effect. */
const describeEnd = (details: string) =>
  undelivered.has(details)
    ? 'The server did not take the command. Try again in a minute. If it fails again, restart the server.'
    : 'The command was cut off. It may have had its effect: read the log before you send it again.';

/** The agent adds lines of its own to the error of a script. */
const firstLine = (text: string) => text.split('\n', 1)[0] ?? '';
