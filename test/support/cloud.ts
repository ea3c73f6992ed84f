import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JsonObject } from 'local/cloud';
import type { AwsCall, Intercept } from 'local/front';
import { routesOf } from 'local/gateway/gateway';
import { startLocalApp } from 'local/index';
import { readSettings, type Settings } from 'local/settings';
import * as z from 'zod';
import { everyCall } from './contract.ts';
import { sendRaw } from './raw-request.ts';

/** Something that a function asked of AWS. */
export interface AwsAsked {
  /** The function's logical id; '' for a call that comes unsigned. */
  by: string;
  service: string;
  operation: string;
  input: JsonObject;
}

interface CloudOptions {
  settings?: Partial<Pick<Settings, 'listingOrigin' | 'listing'>>;
  intercept?: Intercept;
}

const SignedIn = z.object({ cookie: z.string() });

/** The whole local cloud inside this process, so that a test sees, and may change, what its functions ask of AWS. */
export async function startCloud({ settings = {}, intercept }: CloudOptions = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), 'cloud-'));
  const printed: string[] = [];
  let asked: AwsAsked[] = [];

  const app = await startLocalApp(
    { ...readSettings({ PORT: '0', DATA_DIR: dataDir }, []), ...settings },
    (line) => printed.push(line),
    {
      intercept(call, response, pass) {
        if (isOfFunction(call)) asked.push(askedOf(call));
        return intercept ? intercept(call, response, pass) : pass(call, response);
      },
    },
  );
  const { resources } = app.cloud;
  const functions = resources.filter(({ type }) => type === 'AWS::Lambda::Function');
  const routes = new Set(routesOf(resources).map(({ routeKey }) => routeKey));

  function askedOf({ caller, service, operation, input }: AwsCall): AwsAsked {
    const name = caller?.name.slice(caller.name.lastIndexOf('/') + 1);
    return { by: functions.find(({ ref }) => ref === name)?.logicalId ?? '', service, operation, input };
  }

  async function control(path: string, body: object): Promise<unknown> {
    const headers = { 'content-type': 'application/json' };
    const sent = { method: 'POST', path: `/_local${path}`, headers, body: JSON.stringify(body) };
    const answer = await sendRaw(app.origin, sent);
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${answer.text}`);
    return answer.body;
  }

  return {
    app,
    origin: app.origin,
    dataDir,
    control,
    /** The calls of the contract that the template has a route for. */
    calls: everyCall.filter(({ key }) => routes.has(key)),
    /** What its functions asked of AWS since the last taking. */
    takeAsked(): AwsAsked[] {
      const taken = asked;
      asked = [];
      return taken;
    },
    /** The `cookie` header of somebody who is signed in. */
    signIn: async (name: string) => SignedIn.parse(await control('/sessions', { name })).cookie,
    async close() {
      await app.close();
      rmSync(dataDir, { recursive: true, force: true });
      const denials = printed.filter((line) => line.includes('is not authorized to perform'));
      if (denials.length > 0) throw new Error(`AccessDenied:\n${[...new Set(denials)].join('\n')}`);
    },
  };
}

export type TestCloud = Awaited<ReturnType<typeof startCloud>>;

/** Not what Lambda itself does in a worker's name, to fetch its messages. */
const isOfFunction = ({ caller, operation }: AwsCall) =>
  caller?.name !== 'the local cloud' && operation !== 'ReceiveMessage' && operation !== 'DeleteMessage';

/** The one thing that is asked before it is known who asks. */
export const isSessionLookup = ({ operation, input }: AwsAsked) =>
  operation === 'GetItem' && JSON.stringify(input).includes('SessionsTable');

/** Whatever is no reading changes something. */
export const isWrite = ({ operation }: Pick<AwsAsked, 'operation'>) =>
  !/^(Get|BatchGet|TransactGet|Query|Scan|Describe|List)/.test(operation);
