import { SSMClient } from '@aws-sdk/client-ssm';
import { log } from '../../platform/log.ts';
import { requestHandler } from '../../platform/outage.ts';
import { commandSender, invocationOf } from '../command-client.ts';
import type { ReportCommand, WarningCommand } from '../ports.ts';

/** An agent fetches a command within a second or two. */
const fetchTries = 6;
const tryPauseMs = 1000;
/** SSM's words for a command that an agent has fetched: https://docs.aws.amazon.com/systems-manager/latest/userguide/monitor-commands.html */
const fetched = new Set(['InProgress', 'Success']);

/** Sends the command of a document, and tells after some seconds whether the server's agent has fetched it. */
function fetchedCommand(documentName: string, wait: (ms: number) => Promise<void>) {
  const send = commandSender(documentName);
  const client = new SSMClient({ requestHandler });
  const isFetched = async (instanceId: string, commandId: string) => {
    try {
      const { Status = '', StatusDetails } = (await invocationOf(client, instanceId, commandId)) ?? {};
      // A command that could not be delivered has failed as well, with another detail.
      return fetched.has(Status) || (Status === 'Failed' && StatusDetails === 'Failed');
    } catch (error) {
      log('warn', 'fate of the command unknown', { key: instanceId, error });
      return false;
    }
  };
  return async (instanceId: string, parameters?: Record<string, string>) => {
    const commandId = await send(instanceId, parameters);
    if (commandId === undefined) return false;
    for (let tries = 0; tries < fetchTries; tries++) {
      await wait(tryPauseMs);
      if (await isFetched(instanceId, commandId)) return true;
    }
    return false;
  };
}

/** Sends our command through SSM, best effort: it is sent again every minute. */
export function ssmReportCommand(documentName: string, wait: (ms: number) => Promise<void>): ReportCommand {
  const send = commandSender(documentName);
  return {
    async ask(instanceId) {
      await send(instanceId);
    },
    isTaken: fetchedCommand(documentName, wait),
  };
}

/** Warns the players through SSM. */
export function ssmWarningCommand(documentName: string, wait: (ms: number) => Promise<void>): WarningCommand {
  const isTaken = fetchedCommand(documentName, wait);
  return (instanceId, minutes) => isTaken(instanceId, { Minutes: String(minutes) });
}
