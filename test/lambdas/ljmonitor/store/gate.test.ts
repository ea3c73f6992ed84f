import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { dynamoSiteGate } from 'lambdas/ljmonitor/store/gate';
import { type Database, startDatabase } from '../world.ts';

let database: Database;
let answersLost = 0;
beforeAll(async () => {
  database = await startDatabase();
  database.client.middlewareStack.add(
    (next) => async (args) => {
      const result = await next(args);
      if (answersLost-- > 0) throw Object.assign(new Error('the answer was lost'), { name: 'TimeoutError' });
      return result;
    },
    { step: 'deserialize', priority: 'low' },
  );
});
afterAll(() => database.stop());

const newGate = async () =>
  dynamoSiteGate({ client: database.client, TableName: await database.newTable() }, 'site.test', {
    perDay: 1000,
    dayAt: () => '2026-11-21',
  });

describe('the gate of a site', () => {
  it('is one’s own also when the answer that said so was lost', async () => {
    const gate = await newGate();
    answersLost = 1;
    expect(await gate.take('run/1', 1000)).toMatchObject({ kind: 'mine', gate: { holder: 'run/1' } });
  });

  it('is not for a second one with the same name: what a message asks is asked once', async () => {
    const gate = await newGate();
    await gate.take('run/1', 1000);
    expect(await gate.take('run/1', 1000)).toMatchObject({ kind: 'later' });
  });
});
