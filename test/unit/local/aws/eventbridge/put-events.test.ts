import { EventBridgeClient, PutEventsCommand, type PutEventsRequestEntry } from '@aws-sdk/client-eventbridge';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type AwsEndpoint, startEndpoint } from 'local/aws/endpoint';
import type { BusEvent } from 'local/aws/eventbridge/event-rules';
import { eventBridgeService } from 'local/aws/eventbridge/put-events';

let awsEndpoint: AwsEndpoint;
let client: EventBridgeClient;
let events: BusEvent[] = [];

beforeAll(async () => {
  awsEndpoint = await startEndpoint();
  awsEndpoint.open({
    services: { events: eventBridgeService(async (event) => void events.push(event)) },
    callerOf: () => ({ name: 'the worker', allows: (action) => action === 'events:PutEvents' }),
    report: () => {},
  });
  const credentials = { accessKeyId: 'AKID', secretAccessKey: 'secret' };
  client = new EventBridgeClient({ endpoint: awsEndpoint.origin, region: 'us-east-1', credentials, maxAttempts: 1 });
});
beforeEach(() => {
  events = [];
});
afterAll(() => awsEndpoint.close());

const entry = { Source: 'home-page.news', DetailType: 'News told', Detail: '{"newsId":"n1"}' };
const put = (...Entries: PutEventsRequestEntry[]) => client.send(new PutEventsCommand({ Entries }));

describe('the default bus', () => {
  it('takes an event', async () => {
    expect(await put(entry)).toMatchObject({ FailedEntryCount: 0, Entries: [{ EventId: expect.any(String) }] });
    expect(events).toEqual([{ source: 'home-page.news', detailType: 'News told', detail: { newsId: 'n1' } }]);
  });

  it('refuses a detail that is no object, beside entries that it takes', async () => {
    const { FailedEntryCount, Entries } = await put({ ...entry, Detail: '[' }, entry);
    expect([FailedEntryCount, Entries?.map(({ ErrorCode }) => ErrorCode)]).toEqual([1, ['MalformedDetail', undefined]]);
    expect(events).toHaveLength(1);
  });

  it.each<[string, PutEventsRequestEntry[]]>([
    ['no entry', []],
    ['eleven entries', Array.from({ length: 11 }, () => entry)],
    ['a source of AWS', [{ ...entry, Source: 'aws.ec2' }]],
    ['more than 256 KB', [{ ...entry, Detail: `{"text":"${'x'.repeat(256 * 1024)}"}` }]],
  ])('refuses %s', async (_, entries) => {
    await expect(put(...entries)).rejects.toMatchObject({ name: 'ValidationException' });
    expect(events).toEqual([]);
  });
});
