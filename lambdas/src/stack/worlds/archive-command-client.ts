import { commandSender } from '../command-client.ts';
import type { ArchiveCommand } from '../ports.ts';

/** Sends our command through SSM. The server tells the result by an event. */
export function ssmArchiveCommand(documentName: string): ArchiveCommand {
  const send = commandSender(documentName);
  return async (instanceId, mode, archiveId) =>
    (await send(instanceId, { Mode: mode, ArchiveId: archiveId })) !== undefined;
}
