import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { App, Stack } from 'aws-cdk-lib';
import { SingleTable } from 'infra/constructs/single-table';
import { availableEngines, type Engine, startDynamoDb } from 'local/aws/dynamodb/engine';
import { ensureTable, tableDefinition } from 'local/aws/dynamodb/tables';
import { resolveTemplate } from 'local/template/resolve';

/** Every engine that runs on this system: for `describe.each`. */
export const engines = availableEngines();

type SingleTableProps = ConstructorParameters<typeof SingleTable>[2];

export interface TestTable {
  documents: DynamoDBDocumentClient;
  tableName: string;
  stop(): Promise<void>;
}

/** An empty table of the kind that a domain has, on a database of its own. */
export async function startTable(engine: Engine, props: SingleTableProps = {}): Promise<TestTable> {
  const dataDir = mkdtempSync(join(tmpdir(), 'table-'));
  const dynamoDb = await startDynamoDb({ dataDir, engine });
  const client = new DynamoDBClient({
    endpoint: dynamoDb.origin,
    region: 'us-east-1',
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
  });
  const definition = tableDefinition(synthesized(props));
  await ensureTable(client, definition);
  return {
    documents: DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } }),
    tableName: definition.TableName ?? '',
    async stop() {
      client.destroy();
      await dynamoDb.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** The table as the template would have it. */
function synthesized(props: SingleTableProps) {
  // Its templates are checked where the whole app is synthesized.
  const app = new App({ builtinCloudFormationValidation: false });
  const table = new SingleTable(new Stack(app, 'Test'), 'Table', props);
  const template: unknown = app.synth().getStackByName(Stack.of(table).stackName).template;
  const place = { account: '000000000000', region: 'us-east-1', stackName: 'Test', frontOrigin: '' };
  const [resource] = resolveTemplate(template, place, {});
  if (!resource) throw new Error('The template has no table');
  return resource;
}
