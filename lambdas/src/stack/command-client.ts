import { GetCommandInvocationCommand, SendCommandCommand, SSMClient } from '@aws-sdk/client-ssm';
import { log } from '../platform/log.ts';
import { requestHandler } from '../platform/outage.ts';

/** SSM gives up a command that no agent has fetched after this number of seconds. It allows no fewer. */
const deliverySeconds = 30;

/** Sends a document of this site to a server through SSM. Returns the id of the command, or undefined when SSM refuses it. */
export function commandSender(DocumentName: string) {
  const client = new SSMClient({ requestHandler });
  return async (instanceId: string, parameters: Record<string, string> = {}): Promise<string | undefined> => {
    const Parameters = Object.fromEntries(Object.entries(parameters).map(([name, value]) => [name, [value]]));
    try {
      const { Command } = await client.send(
        new SendCommandCommand({
          DocumentName,
          InstanceIds: [instanceId],
          TimeoutSeconds: deliverySeconds,
          Parameters,
        }),
      );
      return Command?.CommandId;
    } catch (error) {
      log('warn', 'command not sent', { key: instanceId, error });
      return undefined;
    }
  };
}

/** Returns how far a command has come, or undefined for the moment in which SSM has taken it and does not know it yet. */
export async function invocationOf(client: SSMClient, InstanceId: string, CommandId: string) {
  try {
    return await client.send(new GetCommandInvocationCommand({ InstanceId, CommandId }));
  } catch (error) {
    if (error instanceof Error && error.name === 'InvocationDoesNotExist') return undefined;
    throw error;
  }
}
