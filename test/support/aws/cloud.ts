import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JsonObject } from 'local/json';
import type { AwsCall } from 'local/aws/endpoint';
import { readRoutes } from 'local/aws/api-gateway/routes';
import { startLocalSite } from 'local/boot';
import { queueDepths } from 'local/control/queues';
import { readSettings, type Settings } from 'local/settings';
import * as z from 'zod';
import { everyCall } from '../contract/contract.ts';
import { eventually } from '../eventually.ts';
import { faultyEndpoint } from './faults.ts';
import { sendRaw } from '../site/raw-request.ts';
import { manySignIns, noTitles } from '../site/site.ts';
import { leaks } from '../site/leaks.ts';
import { noteUnused } from './unused-grants.ts';

/** A call of AWS by a function. */
export interface RecordedAwsCall {
  /** The function's logical id. */
  by: string;
  service: string;
  operation: string;
  input: JsonObject;
}

/** A schedule that does not run when a test moves the clock. */
export const never = 'cron(0 0 1 1 ? 2099)';

/** A message may be between its queue and its worker, so one look is not enough. */
export const pollsWhileIdle = 3;
/** Longer than the longest lease and the queues' visibility timeouts. */
export const laterMs = 200_000;

const SignedIn = z.object({ cookie: z.string() });

/** Starts the whole local site inside this process, so that a test sees the functions' calls of AWS and can make them fail. */
export async function startCloud(
  settings: Partial<
    Pick<Settings, 'listingOrigin' | 'listing' | 'stackNames' | 'stackSpeed' | 'routeRate' | 'asksForLicense'>
  > = {},
) {
  const dataDir = mkdtempSync(join(tmpdir(), 'cloud-'));
  const printed: string[] = [];
  const secrets = new Set<string>();
  let recorded: RecordedAwsCall[] = [];

  const faults = faultyEndpoint({ functionOf, crash });
  const app = await startLocalSite(
    {
      ...readSettings({ PORT: '0', DATA_DIR: dataDir, LOCAL_ROUTE_RATE: manySignIns, CHAT_TITLE_MODEL: noTitles }, []),
      ...settings,
    },
    {
      log: (line) => printed.push(line),
      intercept(call, response, pass) {
        if (isOfLambda(call)) return pass(call, response);
        if (isFirstAttempt(call)) recorded.push({ ...call, by: functionOf(call) });
        return faults.intercept(call, response, pass);
      },
    },
  );
  const { resources, functions } = app.cloud;
  const functionResources = resources.filter(({ type }) => type === 'AWS::Lambda::Function');
  const routes = new Set(readRoutes(resources).map(({ routeKey }) => routeKey));
  const arns = new Set(readRoutes(resources).map(({ functionId }) => functionId));
  const auditTable = resources.find(
    ({ logicalId, type }) => type === 'AWS::DynamoDB::Table' && logicalId.startsWith('Audit'),
  )?.ref;
  const answering = functionResources.filter(({ attributes }) => arns.has(attributes['Arn'] ?? ''));

  /** An unsigned call is one of Cognito by the only function that knows the pool's client. */
  function functionOf({ caller }: AwsCall): string {
    const name = caller?.name.slice(caller.name.lastIndexOf('/') + 1);
    const knowsClient = ({ properties }: (typeof functionResources)[number]) =>
      JSON.stringify(properties['Environment'] ?? {}).includes('"USER_POOL_CLIENT_ID"');
    const calling = functionResources.find((each) => (caller ? each.ref === name : knowsClient(each)));
    if (!calling) throw new Error(`No function is ${name}`);
    return calling.logicalId;
  }

  function crash(functionId: string) {
    const crashed = functionResources.find(({ logicalId }) => logicalId === functionId);
    if (!crashed) throw new Error(`There is no function ${functionId} to crash`);
    functions.crash(crashed.attributes['Arn'] ?? '');
  }

  // Dead-letter queues have no worker.
  const workQueues = queueDepths({
    ...app.cloud,
    resources: resources.filter(({ properties }) => 'RedrivePolicy' in properties),
  });
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
    faults,
    control,
    /** The calls of the contract that the template has a route for. */
    calls: everyCall.filter(({ route }) => routes.has(route)),
    /**
     * Waits until no work is left, so that background calls do not mix with the next ones. It moves the time on for messages
     * that are delayed, or whose worker has failed.
     */
    async rest() {
      let polls = 0;
      await eventually(
        async () => {
          const queues = await workQueues();
          const isBusy = functions.running() > 0 || queues.some(({ waiting }) => waiting > 0);
          polls = isBusy ? 0 : polls + 1;
          if (polls < pollsWhileIdle) return false;
          if (queues.every(({ inFlight, delayed }) => inFlight + delayed === 0)) return true;
          polls = 0;
          await control('/clock', { advanceMs: laterMs });
          return false;
        },
        50_000,
        30,
      );
    },
    /** Returns the functions' calls of AWS since the last time. A retried call counts once. */
    takeAwsCalls(): RecordedAwsCall[] {
      const taken = recorded;
      recorded = [];
      return taken;
    },
    /**
     * Takes the same calls without the calls of workers, which may work on an earlier request, and without the events
     * of refusals.
     */
    takeAwsCallsOfApi(): RecordedAwsCall[] {
      const ofApi = this.takeAwsCalls().filter(({ by }) => answering.some(({ logicalId }) => logicalId === by));
      return ofApi.filter(({ input }) => input['TableName'] !== auditTable);
    },
    /** The secrets that no log may contain. Tests add their own. */
    secrets,
    /** Signs a person in and returns the `cookie` header. */
    async signIn(name: string) {
      const { cookie } = SignedIn.parse(await control('/sessions', { name }));
      secrets.add(cookie.slice(cookie.indexOf('=') + 1));
      return cookie;
    },
    async close() {
      noteUnused(app.unusedGrants());
      await app.close();
      // Mailed codes are too short to search for: other numbers contain them.
      const told = leaks(
        { dataDir, printed },
        [...secrets].filter(({ length }) => length > 20),
      );
      rmSync(dataDir, { recursive: true, force: true });
      const denials = printed.filter((line) => line.includes('is not authorized to perform'));
      if (denials.length > 0) throw new Error(`AccessDenied:\n${[...new Set(denials)].join('\n')}`);
      if (told.length > 0) throw new Error(`A secret was written down:\n${told.join('\n')}`);
    },
  };
}

export type TestCloud = Awaited<ReturnType<typeof startCloud>>;

/** Returns whether the local cloud or Lambda's poller makes the call, and not a function. */
const isOfLambda = ({ caller, operation }: AwsCall) =>
  caller?.name === 'the local cloud' || operation === 'ReceiveMessage' || operation === 'DeleteMessage';

const isFirstAttempt = ({ headers }: AwsCall) =>
  String(headers['amz-sdk-request'] ?? 'attempt=1').startsWith('attempt=1');

/** Returns whether the call reads the session or the account of the caller. */
export const isLookup = ({ operation, input }: RecordedAwsCall) =>
  operation === 'GetItem' && /SessionsTable|"ACCOUNT#/.test(JSON.stringify(input));
