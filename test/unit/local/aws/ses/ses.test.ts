import { SendEmailCommand, SESv2Client } from '@aws-sdk/client-sesv2';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { TextMail } from 'local/mailbox';
import { sesService } from 'local/aws/ses/ses';
import { type AwsEndpoint, startEndpoint } from 'local/aws/endpoint';

const from = 'news@home.example';
let awsEndpoint: AwsEndpoint;
let client: SESv2Client;
let mails: TextMail[] = [];
let isAllowed = true;
const clock = { ms: 7, now: () => clock.ms };

beforeAll(async () => {
  awsEndpoint = await startEndpoint();
  awsEndpoint.open({
    services: { ses: sesService({ identities: [from], clock, onMail: (mail) => mails.push(mail) }) },
    callerOf: () => ({
      name: 'the notifier',
      allows: (action, on) => isAllowed && `${action} ${on}`.startsWith('ses:SendEmail arn:aws:ses:'),
    }),
    report: () => {},
  });
  const credentials = { accessKeyId: 'AKID', secretAccessKey: 'secret' };
  client = new SESv2Client({ endpoint: awsEndpoint.origin, region: 'us-east-1', credentials, maxAttempts: 1 });
});
beforeEach(() => {
  mails = [];
  isAllowed = true;
  clock.ms += 1000;
});
afterAll(() => awsEndpoint.close());

const part = (Data: string) => ({ Data, Charset: 'UTF-8' });
const send = ({ sender = from, subject = '3 new', text = '柳荫里' } = {}) =>
  client.send(
    new SendEmailCommand({
      FromEmailAddress: sender,
      Destination: { ToAddresses: ['ann@example.org'] },
      Content: { Simple: { Subject: part(subject), Body: { Text: part(text) } } },
    }),
  );

describe('SES', () => {
  it('mails a text to its recipient', async () => {
    expect(await send()).toMatchObject({ MessageId: expect.any(String) });
    expect(mails).toEqual([{ to: 'ann@example.org', subject: '3 new', text: '柳荫里', time: clock.ms }]);
  });

  it.each([
    ['an address that is not verified', { sender: 'eve@home.example' }, 'MessageRejected'],
    ['no subject', { subject: '' }, 'BadRequestException'],
    ['a line break in the subject', { subject: 'a\nBcc: eve@home.example' }, 'BadRequestException'],
  ])('refuses %s', async (_, mail, name) => {
    await expect(send(mail)).rejects.toMatchObject({ name });
    expect(mails).toEqual([]);
  });

  it('takes one mail a second, as from an account in the sandbox', async () => {
    await send();
    clock.ms += 999;
    await expect(send()).rejects.toMatchObject({ name: 'TooManyRequestsException' });
    clock.ms += 1;
    await send();
    expect(mails).toHaveLength(2);
  });

  it('refuses a caller without the grant', async () => {
    isAllowed = false;
    await expect(send()).rejects.toMatchObject({ $metadata: { httpStatusCode: 403 } });
  });
});
