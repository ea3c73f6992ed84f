import { createServer } from 'node:http';
import { afterEach, expect, it } from '@jest/globals';
import { sesMailer } from 'lambdas/notify/mail-client';
import { listen } from 'local/http/listen';

const mail = { to: 'ann@home.example', subject: '1 new', text: 'NEW 500 万' };
const asked: string[] = [];
const server = createServer((request, response) => {
  asked.push(request.url ?? '');
  response.writeHead(500, { 'content-type': 'application/json' }).end('{}');
});
afterEach(() => {
  server.close();
});

it('sends a mail once, because SES may have taken one whose answer is a failure', async () => {
  const send = sesMailer('site@home.example', {
    endpoint: `http://127.0.0.1:${await listen(server)}`,
    region: 'us-east-1',
    credentials: { accessKeyId: 'a', secretAccessKey: 'b' },
  });
  expect(await send(mail)).toMatchObject({ kind: 'refused', reason: { en: 'Could not send the email.' } });
  expect(asked).toEqual(['/v2/email/outbound-emails']);
});
