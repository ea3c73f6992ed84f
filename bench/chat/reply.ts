import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { ssmService } from 'local/aws/ssm/ssm';
import { secretParameters } from 'local/fakes/secret-parameters';
import { readSettings } from 'local/settings';
import { listen } from 'local/http/listen';
import * as z from 'zod';
import type { MeteredCall } from '../../test/support/dynamodb/capacity-meter.ts';
import { startBackend } from '../local/backend.ts';
import { chatTable } from './seed-conversations.ts';
import { row, sum, type Row } from '../row.ts';
import { charactersPerToken, startPacedModel } from './paced-model.ts';

export interface Reply {
  bytes: number;
  seconds: number;
  /** Everything that the worker asks of DynamoDB for it. */
  asked: MeteredCall[];
}

/** Measures one reply as the real worker writes it, in `seconds` of real time. */
export async function measureReply(bytes: number, seconds: number): Promise<Reply> {
  const tokens = bytes / charactersPerToken;
  const standIn = await startPacedModel(tokens, tokens / seconds);
  const parameters = await startParameters();
  const backend = await startBackend();
  try {
    const TABLE_NAME = await chatTable(backend, 'reply');
    // The paced model speaks Chat Completions only.
    const environment = {
      TABLE_NAME,
      DEFAULT_MODEL: 'gpt-4o',
      OPENAI_BASE_URL: standIn.baseUrl,
      AWS_ENDPOINT_URL_SSM: parameters.origin,
    };
    const http = backend.startThread('ChatHttp', { environment });
    const event = backend.apiEvent('POST /api/chat/session/create_with_message', {
      cookie: await backend.signIn('Ann'),
      body: { text: 'What is tea?' },
    });
    await http.call('function', event);
    const worker = backend.startThread('ChatGenerate', { environment, metered: true });
    backend.meter.take();
    const { ms } = await worker.call('function', backend.queue.take());
    return { bytes, seconds: ms / 1000, asked: backend.meter.take() };
  } finally {
    await backend.stop();
    await parameters.close();
    standIn.close();
  }
}

const writes = new Set(['PutItem', 'UpdateItem', 'TransactWriteItems']);
export const writeUnits = ({ asked }: Reply) =>
  sum(asked.filter(({ operation }) => writes.has(operation)).map(({ units }) => units));

/**
 * Returns the most units of a reply: pieces each half second, which are rounded up to a kilobyte, a renewal of the
 * lease each two seconds, the whole text at the end, and the transactions that reserve and settle what the answer costs,
 * and then its title, which is written, too.
 */
export const maxUnits = ({ bytes, seconds }: Reply) => Math.ceil(2.5 * seconds + (2 * bytes) / 1024) + 40;

export function replyRows(reply: Reply): Row[] {
  const { bytes, seconds, asked } = reply;
  const units = writeUnits(reply);
  const most = maxUnits(reply);
  const count = asked.filter(({ operation }) => writes.has(operation)).length;
  const what = `a reply of ${bytes / 1024} KB in ${seconds.toFixed(0)} s: write units`;
  return [row(10, what, `${units} in ${count} writes`, `≤ ${most}`, units <= most)];
}

/** Starts the part of the parameter store that gives a function its key. */
async function startParameters() {
  const service = ssmService({}, secretParameters(readSettings({}, [])), {
    account: '000000000000',
    region: 'us-east-1',
  });
  const Input = z.record(z.string(), z.union([z.string(), z.boolean()]));
  const server = createServer((request, response) => {
    const operation = String(request.headers['x-amz-target']).split('.')[1] ?? '';
    void json(request).then(async (body) =>
      service.serve({ operation, input: Input.parse(body), headers: {}, body: Buffer.alloc(0) }, response),
    );
  });
  return {
    origin: `http://127.0.0.1:${await listen(server)}`,
    close: () =>
      new Promise<void>((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}
