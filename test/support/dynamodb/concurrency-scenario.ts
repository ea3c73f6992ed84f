import { ScanCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { describeRequirement, type Requirement, watchConditions } from './conditions.ts';

/** The table of a concurrency scenario. It is new for each run. */
export interface ScenarioTable {
  client: DynamoDBDocumentClient;
  TableName: string;
  /** Returns everything that is stored. */
  rows(): Promise<Record<string, unknown>[]>;
  /** Runs this work just before the next call whose input contains the text. */
  meanwhile(before: string, work: () => Promise<unknown>): void;
}

/** Two concurrent writers, one after the other: their results, and the items afterwards. */
export interface ConcurrencyScenario {
  name: string;
  run(table: ScenarioTable): Promise<unknown>;
  /** The complete result, so that any difference is detected. */
  expected: unknown;
}

interface ScenarioResult {
  scenario: ConcurrencyScenario;
  result: unknown;
  sent: Requirement[];
}

interface Database {
  client: DynamoDBDocumentClient;
  newTable(): Promise<string>;
}

export const undetected = 'no scenario';

/** Runs scenarios with all conditions, and again without each part of a condition in turn. */
export function concurrencyRunner(database: Database) {
  const { client } = database;
  const watcher = watchConditions(client);

  async function run(scenario: ConcurrencyScenario, omitted?: Requirement): Promise<unknown> {
    const TableName = await database.newTable();
    watcher.omit(omitted);
    try {
      const result = await scenario.run({
        client,
        TableName,
        rows: async () => (await client.send(new ScanCommand({ TableName, ConsistentRead: true }))).Items ?? [],
        meanwhile: watcher.meanwhile,
      });
      return watcher.isPending() ? 'the concurrent write did not run' : result;
    } catch (error) {
      return String(error);
    } finally {
      watcher.omit(undefined);
      watcher.cancelMeanwhile();
    }
  }

  return {
    async runAll(scenarios: readonly ConcurrencyScenario[]): Promise<ScenarioResult[]> {
      const results: ScenarioResult[] = [];
      for (const scenario of scenarios) {
        watcher.takeSent();
        results.push({ scenario, result: await run(scenario), sent: watcher.takeSent() });
      }
      return results;
    },
    /** Finds, for each part of a condition, the first scenario whose result changes without it. */
    async findDetectors(results: ScenarioResult[]): Promise<[requirement: string, scenario: string][]> {
      const detectors = new Map<string, string>();
      const requirements = new Map(
        results.flatMap(({ sent }) => sent.map((each) => [describeRequirement(each), each])),
      );
      for (const [name, requirement] of requirements) {
        detectors.set(name, undetected);
        for (const { scenario, result, sent } of results) {
          if (!sent.some((each) => describeRequirement(each) === name)) continue;
          if (JSON.stringify(await run(scenario, requirement)) === JSON.stringify(result)) continue;
          detectors.set(name, scenario.name);
          break;
        }
      }
      return [...detectors];
    },
  };
}
