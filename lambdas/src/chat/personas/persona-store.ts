import { DeleteCommand, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import type { Persona } from 'shared-types/contract/chat/personas';
import { readItem, type StoredItem } from '../../platform/dynamodb/item.ts';
import { type Key, queryPages, type Table } from '../../platform/dynamodb/table.ts';
import { readEffort } from '../conversations/conversation-item.ts';

const personasKey = (userId: string) => ({ pk: `USER#${userId}`, prefix: 'PERSONA#' });

const personaKey = (userId: string, personaId: string): Key => {
  const { pk, prefix } = personasKey(userId);
  return { pk, sk: `${prefix}${personaId}` };
};

const readPersona = (item: StoredItem | undefined): Persona | undefined =>
  readItem(item, (from) => {
    const modelCode = from.textOrNull('modelCode');
    const memorySize = from.numberOrNull('memorySize');
    const effort = readEffort(from);
    return {
      personaId: from.text('sk').slice('PERSONA#'.length),
      name: from.text('name'),
      systemPrompt: from.text('systemPrompt'),
      ...(modelCode !== null && { modelCode }),
      ...(memorySize !== null && { memorySize }),
      ...(effort !== null && { effort }),
    };
  });

export type PersonaStore = ReturnType<typeof personaStore>;

export const personaStore = (table: Table) => ({
  async findPersona(userId: string, personaId: string): Promise<Persona | undefined> {
    const { client, TableName } = table;
    const Key = personaKey(userId, personaId);
    return readPersona((await client.send(new GetCommand({ TableName, Key, ConsistentRead: true }))).Item);
  },

  async listPersonas(userId: string): Promise<Persona[]> {
    const { pk, prefix } = personasKey(userId);
    const pages = queryPages(table, {
      KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
      ExpressionAttributeValues: { ':pk': pk, ':prefix': prefix },
      ConsistentRead: true,
    });
    const found: Persona[] = [];
    for await (const items of pages) found.push(...items.flatMap((item) => readPersona(item) ?? []));
    return found;
  },

  /**
   * The later of two writes wins, so it has no condition. A persona that is saved on one device and deleted on another at the
   * same time may stay, because a prompt that took an hour to write is worth more than the deletion.
   */
  async savePersona(userId: string, { personaId, ...fields }: Persona): Promise<void> {
    const Item = { ...personaKey(userId, personaId), ...fields };
    await table.client.send(new PutCommand({ TableName: table.TableName, Item }));
  },

  async removePersona(userId: string, personaId: string): Promise<void> {
    await table.client.send(new DeleteCommand({ TableName: table.TableName, Key: personaKey(userId, personaId) }));
  },
});
