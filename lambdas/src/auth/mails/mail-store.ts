import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { condition, onlyIf } from '../../platform/dynamodb/condition.ts';
import { conditionHeld, type Table } from '../../platform/dynamodb/table.ts';
import { sha256 } from '../../platform/token.ts';

const mailKey = (address: string) => ({ pk: `MAILS#${sha256(address)}`, sk: 'ASKED' });

/** Remembers which addresses AWS has asked to confirm their mails, so that each is asked once without its owner's doing. */
export const mailStore = ({ client, TableName }: Table) => ({
  /** Returns false for an address that was asked before. When two calls arrive together, one gets true. */
  claim(address: string, now: Date, abortSignal: AbortSignal): Promise<boolean> {
    const putting = new PutCommand({
      TableName,
      Item: { ...mailKey(address), askedAtMs: now.getTime() },
      ...onlyIf(condition`attribute_not_exists(askedAtMs)`),
    });
    return conditionHeld(client.send(putting, { abortSignal }));
  },

  async release(address: string) {
    await client.send(new DeleteCommand({ TableName, Key: mailKey(address) }));
  },
});

export type MailStore = ReturnType<typeof mailStore>;
