import { createServer, type ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { sesMailer } from 'lambdas/notify/mail-client';
import { listen } from 'local/http/listen';

const mail = { to: 'ann@home.example', subject: '1 new', text: 'NEW 500 万' };
const asked: string[] = [];
const waits: number[] = [];
let answers: ((response: ServerResponse) => unknown)[] = [];
const server = createServer((request, response) => {
  asked.push(request.url ?? '');
  response.setHeader('content-type', 'application/json');
  answers.shift()?.(response);
});
let send: ReturnType<typeof sesMailer>;
beforeAll(async () => {
  send = sesMailer('site@home.example', {
    endpoint: `http://127.0.0.1:${await listen(server)}`,
    region: 'us-east-1',
    credentials: { accessKeyId: 'a', secretAccessKey: 'b' },
    wait: async (ms) => void waits.push(ms),
  });
});
beforeEach(() => {
  asked.splice(0);
  waits.splice(0);
});
afterAll(() => {
  server.close();
});

const fail = (response: ServerResponse) => response.writeHead(500).end('{}');
const accept = (response: ServerResponse) => response.end('{"MessageId":"1"}');
const throttle = (response: ServerResponse) =>
  response.writeHead(429, { 'x-amzn-errortype': 'TooManyRequestsException' }).end('{}');

describe('a mail', () => {
  it('is sent once when SES fails, which may have taken it', async () => {
    answers = [fail];
    expect(await send(mail)).toMatchObject({ kind: 'refused', reason: { en: 'Could not send the email.' } });
    expect(asked).toEqual(['/v2/email/outbound-emails']);
  });

  it('is sent a second later, or more, when SES has got others in the same one', async () => {
    answers = [throttle, throttle, accept];
    expect(await send(mail)).toEqual({ kind: 'accepted' });
    const [first = 0, second = 0] = waits;
    expect([waits.length, first >= 1000, second >= 2000]).toEqual([2, true, true]);
  });

  it('waits for the next attempt when SES goes on taking none', async () => {
    answers = [throttle, throttle, throttle];
    expect(await send(mail)).toMatchObject({
      kind: 'refused',
      reason: { en: 'The email service received too many emails.' },
      againMs: expect.any(Number),
    });
    expect(asked).toHaveLength(3);
  });
});
