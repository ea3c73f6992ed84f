import { tmpdir } from 'node:os';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { TextMail } from 'local/mailbox';
import { snsService } from 'local/aws/sns/sns';
import { type AwsEndpoint, startEndpoint } from 'local/aws/endpoint';
import { resource } from '../../template/resource.ts';

const TopicArn = 'arn:aws:sns:us-east-1:000000000000:Digests';
const other = `${TopicArn}Other`;
const topics = [TopicArn, other].map((ref) => ({ ...resource('AWS::SNS::Topic', 'Digests', {}), ref }));
const subscription = (properties: Record<string, string>) => resource('AWS::SNS::Subscription', 'Owner', properties);

const place = { account: '000000000000', dataDir: tmpdir(), endpoint: 'http://127.0.0.1:1' };
let awsEndpoint: AwsEndpoint;
let allowed: string[];
let mails: TextMail[];

beforeAll(async () => {
  awsEndpoint = await startEndpoint();
  const subscriptions = ['ann@example.org', 'bo@example.org'].map((Endpoint) =>
    subscription({ TopicArn, Protocol: 'email', Endpoint }),
  );
  awsEndpoint.open({
    services: {
      sns: snsService({
        ...place,
        topics,
        subscriptions,
        clock: { now: () => 7 },
        onMail: (mail) => mails.push(mail),
      }),
    },
    callerOf: () => ({ name: 'the worker', allows: (action, on) => allowed.includes(`${action} ${on}`) }),
    report: () => {},
  });
});
beforeEach(() => {
  mails = [];
  allowed = [`sns:Publish ${TopicArn}`, `sns:Publish ${other}`, `sns:Publish ${TopicArn}None`];
});
afterAll(async () => {
  await awsEndpoint.close();
});

/** Publishes as the SDK does: by a form that is signed for this service. */
async function publish(more: Record<string, string> = {}) {
  const input = { TopicArn, Subject: 'News', Message: '255 万 & <more>', ...more };
  const response = await fetch(awsEndpoint.origin, {
    method: 'POST',
    headers: { authorization: 'AWS4-HMAC-SHA256 Credential=AKIDWORKER/20260301/us-east-1/sns/aws4_request' },
    body: new URLSearchParams({ Action: 'Publish', Version: '2010-03-31', ...input }),
  });
  const text = await response.text();
  return { status: response.status, code: /<Code>(\w+)/.exec(text)?.[1], id: /<MessageId>([\w-]+)/.exec(text)?.[1] };
}

describe('a topic', () => {
  it('mails each publication to every subscriber', async () => {
    expect(await publish()).toMatchObject({ status: 200, id: expect.any(String) });
    const letter = { subject: 'News', text: '255 万 & <more>', time: 7 };
    expect(mails).toEqual([
      { to: 'ann@example.org', ...letter },
      { to: 'bo@example.org', ...letter },
    ]);
  });

  it('takes a subject of 99 characters and a message of 256 KB', async () => {
    expect(await publish({ Subject: 'x'.repeat(99), Message: 'x'.repeat(256 * 1024) })).toMatchObject({ status: 200 });
  });

  it('mails nothing to the subscribers of another topic', async () => {
    await publish({ TopicArn: other });
    expect(mails).toEqual([]);
  });

  it.each<[string, Record<string, string>, string]>([
    ['a topic that does not exist', { TopicArn: `${TopicArn}None` }, 'NotFound'],
    ['a subject of other letters than plain ones', { Subject: '新' }, 'InvalidParameter'],
    ['a subject of two lines', { Subject: 'a\nb' }, 'InvalidParameter'],
    ['a subject of a hundred characters', { Subject: 'x'.repeat(100) }, 'InvalidParameter'],
    ['a subject that begins with a space', { Subject: ' News' }, 'InvalidParameter'],
    ['a message over 256 KB', { Message: 'x'.repeat(256 * 1024 + 1) }, 'InvalidParameter'],
    ['no words', { Message: '' }, 'InvalidParameter'],
  ])('refuses %s, as the service does', async (_, more, code) => {
    expect(await publish(more)).toMatchObject({ code });
    expect(mails).toEqual([]);
  });

  it('refuses functions whose role does not name it', async () => {
    allowed = [];
    expect(await publish()).toMatchObject({ status: 403, code: 'AuthorizationError' });
  });

  it('refuses a subscription that is not by email', () => {
    const subscriptions = [subscription({ TopicArn, Protocol: 'sms', Endpoint: '+1' })];
    const service = () => snsService({ ...place, topics, subscriptions, clock: { now: () => 0 }, onMail: () => {} });
    expect(service).toThrow('Owner');
  });
});
