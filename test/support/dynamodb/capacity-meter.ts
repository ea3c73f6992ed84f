import { Agent, createServer, type IncomingMessage, request as send, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { listen } from 'local/http/listen';
import * as z from 'zod';

/** One request, what it cost and what it wrote. */
export interface MeteredCall {
  /** As in 'Query'. */
  operation: string;
  /** The index that it reads. */
  index?: string | undefined;
  units: number;
  /** Partition keys of the rows that it puts, updates or deletes. */
  written: string[];
}

const Key = z.object({ pk: z.object({ S: z.string() }) });
const Write = z.object({ Item: Key.optional(), Key: Key.optional() });
const Input = z.record(z.string(), z.unknown());
const Indexed = z.object({ IndexName: z.string().optional() });
const Transaction = z.object({ TransactItems: z.array(z.record(z.string(), Write)) });
const Batch = z.object({ RequestItems: z.record(z.string(), z.array(z.record(z.string(), Write))) });

const Consumed = z.object({ CapacityUnits: z.number() });
const Answer = z.looseObject({ ConsumedCapacity: z.union([Consumed, z.array(Consumed)]).default([]) });

/** Starts a DynamoDB endpoint in front of another, which asks every answer what it cost and writes it down. */
export async function startCapacityMeter(endpoint: string) {
  const agent = new Agent({ keepAlive: true });
  let asked: MeteredCall[] = [];

  const server = createServer((request, response) => {
    measure(request, response).catch(() => response.destroy());
  });

  async function measure(request: IncomingMessage, response: ServerResponse) {
    const operation = String(request.headers['x-amz-target']).split('.')[1] ?? '';
    const input = Input.parse(JSON.parse(await text(request)));
    const { status, answer } = await forward(request, JSON.stringify({ ...input, ReturnConsumedCapacity: 'TOTAL' }));
    const { ConsumedCapacity } = Answer.parse(JSON.parse(answer));
    const units = [ConsumedCapacity].flat().reduce((sum, { CapacityUnits }) => sum + CapacityUnits, 0);
    const { IndexName: index } = Indexed.parse(input);
    asked.push({ operation, index, units, written: writtenBy(operation, input) });
    response.writeHead(status, { 'content-type': 'application/x-amz-json-1.0' }).end(answer);
  }

  async function forward({ headers }: IncomingMessage, body: string) {
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    const { host: _host, 'content-length': _length, ...others } = headers;
    send(endpoint, { agent, method: 'POST', headers: others }, resolve).on('error', reject).end(body);
    const response = await promise;
    return { status: response.statusCode ?? 500, answer: await text(response) };
  }

  return {
    endpoint: `http://127.0.0.1:${await listen(server)}`,
    /** Returns the operations since the last call. */
    take(): MeteredCall[] {
      const taken = asked;
      asked = [];
      return taken;
    },
    close() {
      server.close();
      server.closeAllConnections();
      agent.destroy();
    },
  };
}

const keyOf = ({ Item, Key: key }: z.infer<typeof Write>) => (Item ?? key)?.pk.S ?? '';

function writtenBy(operation: string, input: unknown): string[] {
  switch (operation) {
    case 'PutItem':
    case 'UpdateItem':
    case 'DeleteItem':
      return [keyOf(Write.parse(input))];
    case 'TransactWriteItems':
      return Transaction.parse(input)
        .TransactItems.flatMap((item) => Object.entries(item))
        .flatMap(([kind, write]) => (kind === 'ConditionCheck' ? [] : [keyOf(write)]));
    case 'BatchWriteItem':
      return Object.values(Batch.parse(input).RequestItems)
        .flat()
        .flatMap((write) => Object.values(write).map(keyOf));
    default:
      return [];
  }
}
