import { ScanCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { type Demand, nameOf, watchConditions } from './conditions.ts';

/** What a race happens on: a table of its own, whose keys and clock are the race's. */
export interface Course {
  client: DynamoDBDocumentClient;
  TableName: string;
  /** Everything that is stored. */
  rows(): Promise<Record<string, unknown>[]>;
  /** Somebody else does this just before a call in which these words stand. */
  meanwhile(before: string, work: () => Promise<unknown>): void;
}

/** Two who do something at the same time, one after the other: what they are told, and what is found afterwards. */
export interface Race {
  name: string;
  run(course: Course): Promise<unknown>;
  /** In full: whatever else comes out of it is noticed. */
  ends: unknown;
}

interface Database {
  client: DynamoDBDocumentClient;
  newTable(): Promise<string>;
}

/** Runs races, as the conditions are written and with each of them left out in turn. */
export function raceTrack(database: Database) {
  const { client } = database;
  const watcher = watchConditions(client);

  async function run(race: Race, left?: Demand): Promise<unknown> {
    const TableName = await database.newTable();
    watcher.leaveOut(left);
    try {
      const end = await race.run({
        client,
        TableName,
        rows: async () => (await client.send(new ScanCommand({ TableName, ConsistentRead: true }))).Items ?? [],
        meanwhile: watcher.meanwhile,
      });
      return watcher.isOver() ? end : 'nobody came first';
    } catch (error) {
      return String(error);
    } finally {
      watcher.leaveOut(undefined);
      watcher.forgetGuest();
    }
  }

  return {
    /** How each ends. */
    async ends(races: readonly Race[]) {
      const ended: { race: Race; end: unknown; sent: Demand[] }[] = [];
      for (const race of races) {
        watcher.takeSent();
        ended.push({ race, end: await run(race), sent: watcher.takeSent() });
      }
      return ended;
    },
    /** For each condition that they send, the first race that does not end as ever without it. */
    async noticed(ended: { race: Race; end: unknown; sent: Demand[] }[]) {
      const by = new Map<string, string>();
      for (const demand of new Map(ended.flatMap(({ sent }) => sent.map((each) => [nameOf(each), each]))).values()) {
        const name = nameOf(demand);
        by.set(name, nobody);
        for (const { race, end, sent } of ended) {
          if (!sent.some((each) => nameOf(each) === name)) continue;
          if (isSame(await run(race, demand), end)) continue;
          by.set(name, race.name);
          break;
        }
      }
      return [...by];
    },
  };
}

export const nobody = 'nobody';

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
