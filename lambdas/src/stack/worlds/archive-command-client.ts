import { SendCommandCommand, SSMClient } from '@aws-sdk/client-ssm';
import { log } from '../../platform/log.ts';
import { requestHandler } from '../../platform/outage.ts';
import type { ArchiveCommand } from '../ports.ts';

/** SSM gives up a command that no agent has fetched after so many seconds. It allows no fewer. */
const deliverySeconds = 30;

/** Sends our command through SSM. The server tells the result by an event. */
export function ssmArchiveCommand(DocumentName: string): ArchiveCommand {
  const client = new SSMClient({ requestHandler });
  return async (instanceId, mode, archiveId) => {
    try {
      await client.send(
        new SendCommandCommand({
          DocumentName,
          InstanceIds: [instanceId],
          TimeoutSeconds: deliverySeconds,
          Parameters: { Mode: [mode], ArchiveId: [archiveId] },
        }),
      );
      return true;
    } catch (error) {
      log('warn', 'archive command not sent', { key: archiveId, error });
      return false;
    }
  };
}
