import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CreateTableCommand, DescribeTableCommand, DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { BatchWriteCommand, DynamoDBDocumentClient, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startDynamoDb } from 'local/aws/dynamodb/engine';
import { isSettled } from 'shared-types/rules/message-status';
import { synthesize } from '../support/aws/template.ts';
import { eventually } from '../support/eventually.ts';
import { apiCaller, type Call } from '../support/site/caller.ts';
import { type Site, startSite } from '../support/site/site.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'restored-'));
let site: Site | undefined;
afterAll(async () => {
  await site?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Starts the site on its data directory, and signs Ann in. */
async function visit(restored: Record<string, string> = {}): Promise<Call> {
  await site?.stop();
  site = await startSite({ dataDir, env: { RESTORED_TABLES: JSON.stringify(restored) } });
  return apiCaller(site.origin, await site.signIn('Ann'));
}

async function settled(call: Call, sessionMessageId: string) {
  const params = { sessionMessageId };
  const ended = async () => isSettled(await call('GET /api/chat/session/message/{sessionMessageId}', { params }));
  await eventually(ended, 120_000, 100);
}

/** Works on the tables while no site runs. */
async function withTables<Result>(work: (client: DynamoDBClient, chatTable: string) => Promise<Result>) {
  await site?.stop();
  site = undefined;
  const engine = await startDynamoDb({ dataDir });
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
  const client = new DynamoDBClient({ endpoint: engine.origin, region: 'us-east-1', credentials });
  try {
    const { TableNames = [] } = await client.send(new ListTablesCommand({}));
    const [chatTable = ''] = TableNames.filter((name) => name.includes('ChatTable'));
    return await work(client, chatTable);
  } finally {
    client.destroy();
    await engine.stop();
  }
}

async function itemsOf(client: DynamoDBClient, TableName: string): Promise<Record<string, unknown>[]> {
  const { Items } = await DynamoDBDocumentClient.from(client).send(new ScanCommand({ TableName }));
  return Items ?? [];
}

async function writeAll(client: DynamoDBClient, TableName: string, requests: object[]) {
  const documents = DynamoDBDocumentClient.from(client);
  for (let from = 0; from < requests.length; from += 25)
    await documents.send(new BatchWriteCommand({ RequestItems: { [TableName]: requests.slice(from, from + 25) } }));
}

/**
 * Does what RestoreTableToPointInTime does: another table with the same keys, indexes and items, and none of the other settings
 * (Amazon DynamoDB Developer Guide, "Restoring a DynamoDB table to a point in time", read on 2026-11-22).
 */
async function restore(client: DynamoDBClient, TableName: string, target: string) {
  const { Table } = await client.send(new DescribeTableCommand({ TableName }));
  const indexes = Table?.GlobalSecondaryIndexes?.map(({ IndexName, KeySchema, Projection }) => ({
    IndexName,
    KeySchema,
    Projection,
  }));
  await client.send(
    new CreateTableCommand({
      TableName: target,
      KeySchema: Table?.KeySchema,
      AttributeDefinitions: Table?.AttributeDefinitions,
      BillingMode: 'PAY_PER_REQUEST',
      GlobalSecondaryIndexes: indexes,
    }),
  );
  await writeAll(
    client,
    target,
    (await itemsOf(client, TableName)).map((Item) => ({ PutRequest: { Item } })),
  );
}

describe('a restored table', () => {
  let sessionId: string;
  let lost: string;
  let restored: string;

  beforeAll(async () => {
    const call = await visit();
    const made = await call('POST /api/chat/session/create_with_message', {
      body: { text: 'Remember the lighthouse' },
    });
    sessionId = made.session.sessionId;
    await settled(call, made.assistantSessionMessageId);
    await withTables(async (client, chatTable) => {
      [lost, restored] = [chatTable, `${chatTable}-restored`];
      await restore(client, lost, restored);
      // The accident happens here.
      const keys = (await itemsOf(client, lost)).map(({ pk, sk }) => ({ DeleteRequest: { Key: { pk, sk } } }));
      await writeAll(client, lost, keys);
    });
  });

  it('shows what was lost and takes new questions once it is named, and the table of before is not touched', async () => {
    const call = await visit({ chat: restored });
    const list = async () => call('GET /api/chat/session/message/list', { query: { sessionId } });
    const before = await list();
    expect(before.map(({ senderRole, status }) => `${senderRole} ${status}`)).toEqual(['ASSISTANT DONE', 'USER DONE']);
    expect(before.at(-1)?.text).toBe('Remember the lighthouse');
    // The functions have their rights on this table: the conversation goes on, with its memory.
    const body = { text: 'What did I say?' };
    const sent = await call('POST /api/chat/session/message/create', { query: { sessionId }, body });
    await settled(call, sent.assistantSessionMessageId);
    expect((await list()).map(({ status }) => status)).toEqual(['DONE', 'DONE', 'DONE', 'DONE']);
    expect(await withTables((client) => itemsOf(client, lost))).toEqual([]);
  });

  it('is left again when it is no longer named', async () => {
    const call = await visit();
    expect(await call('GET /api/chat/session/list', {})).toEqual([]);
  });
});

describe('the settings that no restored table has', () => {
  it('are set by the commands of docs/operations.md, as the template sets them', async () => {
    const [, commands = ''] =
      /### Restoring a table\n[^`]*`<table>`[^`]*`[^`]*`[^`]*`[^`]*`[^`]*```\n([^`]+)```/.exec(
        readFileSync('docs/operations.md', 'utf8'),
      ) ?? [];
    for (const { Properties } of (await synthesize()).ofType('AWS::DynamoDB::Table')) {
      const { TimeToLiveSpecification, PointInTimeRecoverySpecification } = Properties;
      expect(TimeToLiveSpecification).toEqual({ AttributeName: 'ttl', Enabled: true });
      expect(PointInTimeRecoverySpecification).toEqual({ PointInTimeRecoveryEnabled: true });
    }
    expect(commands).toMatch(/restore-table-to-point-in-time .*--target-table-name <table>-restored/);
    for (const setting of [
      'update-continuous-backups --table-name <table>-restored --point-in-time-recovery-specification PointInTimeRecoveryEnabled=true',
      'update-time-to-live --table-name <table>-restored --time-to-live-specification Enabled=true,AttributeName=ttl',
      'update-table --table-name <table>-restored --deletion-protection-enabled',
    ])
      expect(commands).toContain(setting);
  });
});
