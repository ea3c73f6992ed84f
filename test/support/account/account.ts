import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { listen } from 'local/http/listen';
import type { Account, Answer, Call } from './account-state.ts';
import { jsonServices } from './json-services.ts';
import { queryServices } from './query-services.ts';
import { restServices } from './rest-services.ts';

/** Serves the account as AWS does. A call that it does not know is refused by name. */
export async function startAccount(
  account: Account,
  others: (call: Call, service: string) => Promise<Answer | undefined>,
) {
  const server = createServer((request, response) => void serve(request, response));
  async function serve(request: IncomingMessage, response: ServerResponse) {
    const [, region = '', service = ''] =
      /Credential=[^/]+\/\d+\/([\w-]+)\/([\w-]+)\//.exec(request.headers.authorization ?? '') ?? [];
    const call = { account, region, request, body: await text(request) };
    const answer =
      jsonServices(call) ?? queryServices(call, service) ?? restServices(call) ?? (await others(call, service));
    const unknown = {
      status: 501,
      body: `no stand-in: ${service} ${request.method} ${request.url}`,
      type: 'text/plain',
    };
    const { status, body, type } = answer ?? unknown;
    response.writeHead(status, { 'content-type': type }).end(body);
  }
  const origin = `http://127.0.0.1:${await listen(server)}`;
  return {
    origin,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
