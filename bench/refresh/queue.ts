import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { listen } from 'local/http/listen';
import * as z from 'zod';

const SendMessage = z.object({ MessageBody: z.string() });

/** Starts a minimal SQS that a function can send to. It keeps each message until the bench takes it. */
export async function startQueue() {
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    keep(request, response).catch(() => response.destroy());
  });
  async function keep(request: IncomingMessage, response: ServerResponse) {
    const { MessageBody } = SendMessage.parse(JSON.parse(await text(request)));
    bodies.push(MessageBody);
    const MD5OfMessageBody = createHash('md5').update(MessageBody).digest('hex');
    response.writeHead(200, { 'content-type': 'application/x-amz-json-1.0' });
    response.end(JSON.stringify({ MessageId: randomUUID(), MD5OfMessageBody }));
  }
  const port = await listen(server, 0);
  return {
    origin: `http://127.0.0.1:${port}`,
    /** Takes the next message as a function gets it, if there is one. */
    take() {
      const body = bodies.shift();
      return body === undefined ? undefined : { Records: [{ messageId: randomUUID(), body }] };
    },
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
