import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  ListSubscriptionsByTopicCommand,
  PublishCommand,
  type PublishCommandInput,
  SNSClient,
  SubscribeCommand,
  type SubscribeCommandInput,
} from '@aws-sdk/client-sns';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { TextMail } from 'local/mailbox';
import { snsService } from 'local/aws/sns/sns';
import { type AwsEndpoint, startEndpoint } from 'local/aws/endpoint';
import { resource } from '../../template/resource.ts';

const TopicArn = 'arn:aws:sns:us-east-1:000000000000:AccountMails';
const hour = 3_600_000;
const policyFor = (...account: string[]) => JSON.stringify({ account });

let endpoint: AwsEndpoint;
let dataDir: string;
let client: SNSClient;
let mails: TextMail[];
let nowMs: number;

/** Starts the service anew on what it has stored. */
function open() {
  const topics = [{ ...resource('AWS::SNS::Topic', 'AccountMails', {}), ref: TopicArn }];
  return snsService({
    topics,
    subscriptions: [],
    account: '000000000000',
    dataDir,
    endpoint: endpoint.origin,
    clock: { now: () => nowMs },
    onMail: (mail) => mails.push(mail),
  });
}

const callerOf = () => ({ name: 'the test', allows: () => true });

beforeEach(async () => {
  mails = [];
  nowMs = 1_700_000_000_000;
  dataDir = mkdtempSync(join(tmpdir(), 'sns-'));
  endpoint = await startEndpoint();
  endpoint.open({ services: { sns: open() }, callerOf, report: () => {} });
  const credentials = { accessKeyId: 'TEST', secretAccessKey: 'test' };
  client = new SNSClient({ endpoint: endpoint.origin, region: 'us-east-1', credentials, maxAttempts: 1 });
});
afterEach(async () => {
  client.destroy();
  await endpoint.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const subscribe = async (Endpoint: string, more: Partial<SubscribeCommandInput> = {}) => {
  const input = { TopicArn, Protocol: 'email', Endpoint, Attributes: { FilterPolicy: policyFor(Endpoint) }, ...more };
  return (await client.send(new SubscribeCommand(input))).SubscriptionArn;
};
const linkTo = (email: string) => /http\S+/.exec(mails.findLast(({ to }) => to === email)?.text ?? '')?.[0] ?? '';
const confirm = async (email: string) => (await fetch(linkTo(email))).text();
const publish = (account: string, more: Partial<PublishCommandInput> = {}) =>
  client.send(
    new PublishCommand({
      TopicArn,
      Subject: 'News',
      Message: 'Hello',
      MessageAttributes: { account: { DataType: 'String', StringValue: account } },
      ...more,
    }),
  );
const list = async () => {
  const { Subscriptions = [] } = await client.send(new ListSubscriptionsByTopicCommand({ TopicArn }));
  return Subscriptions.map(({ Endpoint, SubscriptionArn }) => [Endpoint, SubscriptionArn]);
};
const news = () => mails.filter(({ subject }) => subject === 'News').map(({ to }) => to);
const ann = 'ann@example.org';

describe('a subscription of a call', () => {
  it('gets nothing until its address has confirmed it', async () => {
    expect(await subscribe(ann)).toBe('pending confirmation');
    await publish(ann);
    expect(news()).toEqual([]);
    expect(await list()).toEqual([[ann, 'PendingConfirmation']]);
    expect(await confirm(ann)).toContain('SubscriptionArn');
    await publish(ann);
    expect(news()).toEqual([ann]);
    expect(await list()).toEqual([[ann, expect.stringMatching(/^arn:aws:sns:.*:AccountMails:[\da-f-]{36}$/)]]);
  });

  it('gets only what its filter policy accepts', async () => {
    for (const email of [ann, 'bea@example.org']) {
      await subscribe(email);
      await confirm(email);
    }
    await publish('bea@example.org');
    await publish('Bea@example.org');
    await publish('', { MessageAttributes: {} });
    expect(news()).toEqual(['bea@example.org']);
  });

  it('is the same one when it is repeated, with another mail until it is confirmed', async () => {
    const arn = await subscribe(ann, { ReturnSubscriptionArn: true });
    expect(arn).toContain('arn:aws:sns');
    expect(await subscribe(ann, { ReturnSubscriptionArn: true })).toBe(arn);
    expect(mails).toHaveLength(2);
    await confirm(ann);
    expect(await subscribe(ann)).toBe(arn);
    expect(mails).toHaveLength(2);
  });

  it('is refused with other attributes', async () => {
    await subscribe(ann);
    await confirm(ann);
    await expect(subscribe(ann, { Attributes: { FilterPolicy: policyFor('other') } })).rejects.toMatchObject({
      name: 'InvalidParameterException',
      message: 'Invalid parameter: Attributes Reason: Subscription already exists with different attributes',
    });
  });

  it('is deleted two days after it was not confirmed, and so is its link', async () => {
    await subscribe(ann);
    nowMs += 48 * hour;
    expect(await list()).toEqual([]);
    expect(await confirm(ann)).toContain('Invalid token');
    await publish(ann);
    expect(news()).toEqual([]);
  });

  it('is suspended by more than ten mails in a second', async () => {
    await subscribe(ann);
    await confirm(ann);
    for (let times = 0; times < 12; times++) await publish(ann);
    expect(news()).toHaveLength(10);
    expect(await list()).toEqual([[ann, 'PendingConfirmation']]);
  });

  it('is kept over a restart', async () => {
    await subscribe(ann);
    await confirm(ann);
    const again = open();
    expect(again.document?.(new URL(linkTo(ann)).search)).toHaveProperty('SubscriptionArn');
  });

  it.each<[string, Partial<SubscribeCommandInput>]>([
    ['another protocol', { Protocol: 'sms' }],
    ['an address that is none', { Endpoint: 'ann' }],
    ['a policy that is no JSON', { Attributes: { FilterPolicy: '{' } }],
    ['a policy without values', { Attributes: { FilterPolicy: '{"account":[]}' } }],
    [
      'a policy of six keys',
      { Attributes: { FilterPolicy: '{"a":["1"],"b":["1"],"c":["1"],"d":["1"],"e":["1"],"f":["1"]}' } },
    ],
    [
      'a policy of 151 combinations',
      { Attributes: { FilterPolicy: policyFor(...Array.from({ length: 151 }, (_, index) => `${index}`)) } },
    ],
  ])('refuses %s', async (_, more) => {
    await expect(subscribe(ann, more)).rejects.toMatchObject({ name: 'InvalidParameterException' });
    expect(mails).toEqual([]);
  });

  it('is refused beyond 200 filter policies of a topic', async () => {
    for (let index = 0; index < 200; index++) await subscribe(`user${index}@example.org`);
    await expect(subscribe(ann)).rejects.toMatchObject({ name: 'FilterPolicyLimitExceededException' });
    expect(await subscribe('user7@example.org')).toBe('pending confirmation');
    expect(await list()).toHaveLength(100);
  });
});

describe('a message', () => {
  it.each<[string, PublishCommandInput['MessageAttributes']]>([
    ['an empty value', { account: { DataType: 'String', StringValue: '' } }],
    ['a name with a space', { 'the account': { DataType: 'String', StringValue: 'a' } }],
    ['another type', { account: { DataType: 'Number', StringValue: '1' } }],
  ])('is refused with an attribute of %s', async (_, MessageAttributes) => {
    await expect(publish(ann, { MessageAttributes })).rejects.toMatchObject({ name: 'InvalidParameterException' });
  });
});
