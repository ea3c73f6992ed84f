import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { AwsAccess } from 'local/aws/access';
import { sessionRows } from 'local/control/sessions';
import { startDynamoDb } from 'local/aws/dynamodb/engine';
import { ensureTable, tableDefinition } from 'local/aws/dynamodb/tables';
import { gatewayEvent } from 'local/aws/api-gateway/event';
import { everyCall } from '../../test/support/contract/contract.ts';
import { startCapacityMeter } from '../../test/support/dynamodb/capacity-meter.ts';
import { synthesize, region } from '../functions/deployment.ts';
import { startQueue } from './queue.ts';
import { startTimedThread } from './timed-thread.ts';

/** The deployed functions and tables, with nothing between them: no gateway, no edge, no grants, no poller. */
export type Backend = Awaited<ReturnType<typeof startBackend>>;

interface ThreadOptions {
  /** The code that the function is measured against. It runs in the same thread, beside the function. */
  anchor?: URL;
  /** Replaces the template's variables. */
  environment: Record<string, string>;
  /** Calls go through the capacity meter, which costs time. Otherwise they go straight to the engine. */
  metered?: boolean;
}

export async function startBackend() {
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-data-'));
  const queue = await startQueue();
  const deployment = synthesize(queue.origin);
  const engine = await startDynamoDb({ dataDir });
  const meter = await startCapacityMeter(engine.origin);
  const credentials = { accessKeyId: 'bench', secretAccessKey: 'bench' };
  const aws: AwsAccess = { endpoint: engine.origin, region, credentials };
  const client = new DynamoDBClient(aws);
  for (const table of deployment.tables) await ensureTable(client, tableDefinition(table));
  const threads: { end(): Promise<void> }[] = [];
  const originVerify = deployment.function('AuthHttp').variables['ORIGIN_VERIFY'] ?? '';

  return {
    queue,
    meter,
    /** Signs a user in and returns the cookie. */
    async signIn(name: string) {
      const clock = { now: Date.now, advance: () => undefined };
      return (await sessionRows({ resources: deployment.resources, clock, aws })(name)).cookie;
    },
    /** Returns a call as it comes to a function, through the edge. */
    apiEvent(routeKey: string, cookie: string, pathParameters: Record<string, string>) {
      const [method = '', path = ''] = routeKey.split(' ');
      // Some calls share a route, whose one parameter is the end of the path.
      const route = everyCall.find(({ key }) => key === routeKey)?.route ?? routeKey;
      const routed = route === routeKey ? pathParameters : { call: path.slice(path.lastIndexOf('/') + 1) };
      const request = {
        method,
        path: path.replaceAll(/\{(\w+)\}/g, (_, name: string) => pathParameters[name] ?? ''),
        query: '',
        headers: Object.entries({
          cookie,
          host: 'api.example',
          'x-origin-verify': originVerify,
          'sec-fetch-site': 'same-origin',
        }),
        body: Buffer.alloc(0),
        sourceIp: '127.0.0.1',
      };
      return gatewayEvent(request, { routeKey: route, pathParameters: routed }, Date.now());
    },
    /** Loads a function as Lambda would, with its own environment and nothing else. It ends with the backend. */
    startThread(name: string, { anchor, environment, metered = false }: ThreadOptions) {
      const { code, variables } = deployment.function(name);
      const thread = startTimedThread({
        files: { function: join(code, 'index.js'), ...(anchor ? { anchor: anchor.pathname } : {}) },
        environment: {
          ...variables,
          ...environment,
          TZ: 'UTC',
          AWS_REGION: region,
          AWS_ACCESS_KEY_ID: 'bench',
          AWS_SECRET_ACCESS_KEY: 'bench',
          AWS_ENDPOINT_URL_DYNAMODB: metered ? meter.endpoint : engine.origin,
          AWS_ENDPOINT_URL_SQS: queue.origin,
        },
      });
      threads.push(thread);
      return thread;
    },
    async stop() {
      await Promise.all(threads.map((thread) => thread.end()));
      client.destroy();
      meter.close();
      queue.close();
      await engine.stop();
      deployment.remove();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
