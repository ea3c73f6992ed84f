import { App, Stack } from 'aws-cdk-lib';
import { SingleTable } from 'infra/constructs/single-table';
import type { Engine } from 'local/aws/dynamodb/engine';
import { ensureTable, tableDefinition } from 'local/aws/dynamodb/tables';
import { resolveTemplate } from 'local/template/resolve';
import { startTestDatabase, type TestTable } from './test-table.ts';

type SingleTableProps = ConstructorParameters<typeof SingleTable>[2];

/** Creates an empty table as the CDK defines it and the local cloud creates it, on a database of its own. */
export async function startSynthesizedTable(engine: Engine, props: SingleTableProps = {}): Promise<TestTable> {
  const database = await startTestDatabase(engine);
  const definition = tableDefinition(synthesized(props));
  await ensureTable(database.client, definition);
  return { ...database, tableName: definition.TableName ?? '' };
}

function synthesized(props: SingleTableProps) {
  // The tests of the infrastructure check the templates of the whole app.
  const app = new App({ builtinCloudFormationValidation: false });
  const table = new SingleTable(new Stack(app, 'Test'), 'Table', props);
  const template: unknown = app.synth().getStackByName(Stack.of(table).stackName).template;
  const place = { account: '000000000000', region: 'us-east-1', stackName: 'Test', endpointOrigin: '' };
  const [resource] = resolveTemplate(template, place, {});
  if (!resource) throw new Error('The template has no table');
  return resource;
}
