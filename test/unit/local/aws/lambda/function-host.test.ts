import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from '@jest/globals';
import { limits } from 'infra/limits';
import type { JsonObject } from 'local/json';
import { createClock } from 'local/clock';
import type { Functions } from 'local/aws/lambda/functions';
import { createFunctionHost } from 'local/aws/lambda/function-host';
import { readFunction } from 'local/aws/lambda/hosted-function';
import { eventually } from '../../../../support/eventually.ts';
import { resource } from '../../template/resource.ts';

const folder = mkdtempSync(join(tmpdir(), 'functions-'));
const clock = createClock();
const arn = 'arn:function';
const hosts: Functions[] = [];

interface HostOptions {
  maxInitMs?: number;
  concurrency?: number;
}

/** Creates a host with one function, whose module is given as text. */
function hosted(code: string, properties: JsonObject = {}, { maxInitMs, concurrency = 10 }: HostOptions = {}) {
  const bundle = mkdtempSync(join(folder, 'code-'));
  writeFileSync(join(bundle, 'index.js'), code);
  const template = resource(
    'AWS::Lambda::Function',
    'Function',
    {
      Runtime: 'nodejs24.x',
      Handler: 'index.handler',
      Code: { S3Bucket: 'b', S3Key: 'k' },
      Role: 'arn:role',
      Environment: { Variables: { TABLE_NAME: 'T' } },
      ...properties,
    },
    { Arn: arn },
  );
  const host = createFunctionHost({
    functions: [readFunction(template, () => bundle)],
    clock: clock.buffer,
    region: 'us-east-1',
    endpoint: 'http://127.0.0.1:9',
    dataDir: folder,
    ...(maxInitMs !== undefined && { maxInitMs }),
    concurrency,
  });
  hosts.push(host);
  return host;
}

/** Returns the code that blocks a thread. */
const waitMs = (ms: number) => `Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ${ms});`;

afterEach(async () => {
  for (const host of hosts.splice(0)) await host.close();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const text = (bytes: number) => 'x'.repeat(bytes - '""'.length);

describe('a function', () => {
  it('gets its event and a context, and returns JSON', async () => {
    const functions = hosted(`exports.handler = async (event, context) => ({
      event, gone: undefined, when: new Date(0), name: context.functionName, arn: context.invokedFunctionArn,
      hasId: /^[0-9a-f-]{36}$/.test(context.awsRequestId), remaining: context.getRemainingTimeInMillis() > 2000 })`);
    expect(await functions.invoke(arn, { a: [1] })).toEqual({
      event: { a: [1] },
      when: '1970-01-01T00:00:00.000Z',
      name: 'Function-ref',
      arn,
      hasId: true,
      remaining: true,
    });
  });

  it('sees only the variables of the template and of Lambda', async () => {
    const functions = hosted('exports.handler = async () => process.env');
    expect(await functions.invoke(arn, {})).toEqual({
      TABLE_NAME: 'T',
      AWS_REGION: 'us-east-1',
      AWS_LAMBDA_FUNCTION_NAME: 'Function-ref',
      AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
      AWS_LAMBDA_FUNCTION_MEMORY_SIZE: '128',
      AWS_ACCESS_KEY_ID: expect.stringMatching(/^ASIA[0-9A-F]{16}$/),
      AWS_SECRET_ACCESS_KEY: 'local',
      AWS_SESSION_TOKEN: 'local',
      AWS_ENDPOINT_URL: 'http://127.0.0.1:9',
      _X_AMZN_TRACE_ID: expect.stringMatching(/^Root=1-.*;Lineage=[0-9a-f]{8}:0$/),
    });
  });

  it('fails its invocation when it crashes, and starts again for the next one', async () => {
    const functions = hosted('exports.handler = (event) => event.wait ? new Promise(() => {}) : "here"');
    const waiting = functions.invoke(arn, { wait: true });
    await functions.invoke(arn, {});
    functions.crash(arn);
    await expect(waiting).rejects.toMatchObject({ errorType: 'Runtime.ExitError' });
    expect(await functions.invoke(arn, {})).toBe('here');
  });

  it('may be loaded during its own timeout when the time for loading is over, and no longer', async () => {
    const handler = 'exports.handler = async () => 1';
    const slow = hosted(waitMs(300) + handler, { Timeout: 30 }, { maxInitMs: 1 });
    expect(await slow.invoke(arn, {})).toBe(1);
    const tooSlow = hosted(waitMs(60_000) + handler, { Timeout: 1 }, { maxInitMs: 1 });
    await expect(tooSlow.invoke(arn, {})).rejects.toThrow('The function was not loaded within 1.001 seconds');
  });

  it('runs one invocation at a time in an instance, and shares no memory between concurrent ones', async () => {
    const functions = hosted(`let calls = 0, running = 0;
      exports.handler = async () => {
        calls++; running++;
        await new Promise((done) => setTimeout(done, 150));
        return { calls, together: running-- };
      }`);
    const answers = await Promise.all([1, 2, 3].map(() => functions.invoke(arn, {})));
    expect(answers).toEqual([1, 2, 3].map(() => ({ calls: 1, together: 1 })));
    expect(await functions.invoke(arn, {})).toEqual({ calls: 2, together: 1 });
  });

  it('is ended when it takes longer than its timeout, in Lambda’s words', async () => {
    const functions = hosted(
      `let calls = 0; exports.handler = async (event) => { calls++; if (event.hang) for (;;); return calls; }`,
      { Timeout: 1 },
    );
    await expect(functions.invoke(arn, { hang: true })).rejects.toMatchObject({
      errorType: 'Sandbox.Timedout',
      message: expect.stringMatching(/^RequestId: \S+ Error: Task timed out after 1\.00 seconds$/),
    });
    expect(await functions.invoke(arn, {})).toBe(1);
  });

  it.each([
    ['throws', 'throw new TypeError("no")', { errorType: 'TypeError', message: 'no' }],
    [
      'exits',
      // This is code of a function: Lambda reports how its process ended.
      'process.exit(3)',
      { errorType: 'Runtime.ExitError', message: 'Runtime exited with error: exit status 3' },
    ],
    [
      'leaves a rejection unhandled',
      'Promise.reject(new Error("lost")); await new Promise((done) => setTimeout(done, 500))',
      { errorType: 'Runtime.UnhandledPromiseRejection', message: 'Error: lost' },
    ],
  ])('that %s fails, and the next invocation works', async (_, code, error) => {
    const functions = hosted(`exports.handler = async (event) => { if (event.fail) { ${code} } return 'fine'; }`);
    await expect(functions.invoke(arn, { fail: true })).rejects.toMatchObject(error);
    expect(await functions.invoke(arn, {})).toBe('fine');
  });

  it.each([
    ['cannot be loaded', 'throw new RangeError("broken")', { errorType: 'RangeError', message: 'broken' }],
    ['exports no handler', 'exports.other = 1', { errorType: 'Runtime.HandlerNotFound' }],
  ])('whose bundle %s says so', async (_, code, error) => {
    await expect(hosted(code).invoke(arn, {})).rejects.toMatchObject(error);
  });

  it('follows the product’s clock, except for its remaining time', async () => {
    const functions = hosted(
      'exports.handler = async (_, context) => [Date.now(), context.getRemainingTimeInMillis()]',
    );
    clock.advance(86_400_000);
    const answer = await functions.invoke(arn, {});
    expect(answer).toEqual([expect.any(Number), expect.any(Number)]);
    const [now = 0, remaining = 0] = Array.isArray(answer) ? answer.map(Number) : [];
    expect(now - Date.now()).toBeGreaterThan(86_000_000);
    expect(remaining).toBeGreaterThan(1000);
  });

  it('writes its console to its log', async () => {
    const functions = hosted('exports.handler = async () => { console.log("one"); console.error("two"); }');
    await functions.invoke(arn, {});
    await eventually(() => ['one', 'two'].every((line) => functions.output(arn).includes(line)));
    expect(functions.output(arn)).toEqual(expect.arrayContaining(['one', 'two']));
  });

  it('is refused at once when the account has no free execution, as Lambda throttles', async () => {
    const functions = hosted(
      'exports.handler = (event) => new Promise((done) => setTimeout(done, event.ms))',
      {},
      { concurrency: 2 },
    );
    const running = [functions.invoke(arn, { ms: 1000 }), functions.invoke(arn, { ms: 1000 })];
    await expect(functions.invoke(arn, { ms: 0 })).rejects.toMatchObject({ errorType: 'TooManyRequestsException' });
    await Promise.all(running);
    await functions.invoke(arn, { ms: 0 });
  });

  it('is refused a request over 6 MB', async () => {
    const functions = hosted('exports.handler = async (event) => event.length');
    expect(await functions.invoke(arn, text(limits.invocationBytes))).toBe(limits.invocationBytes - 2);
    await expect(functions.invoke(arn, text(limits.invocationBytes + 1))).rejects.toMatchObject({
      errorType: 'RequestTooLargeException',
    });
  });

  it('fails when its response is over 6 MB', async () => {
    const functions = hosted('exports.handler = async (bytes) => "x".repeat(bytes - 2)');
    expect(await functions.invoke(arn, limits.invocationBytes)).toHaveLength(limits.invocationBytes - 2);
    await expect(functions.invoke(arn, limits.invocationBytes + 1)).rejects.toMatchObject({
      errorType: 'Function.ResponseSizeTooLarge',
    });
  });

  it('stops the start when it has more than 4 KB of environment', () => {
    const measured = Buffer.byteLength(JSON.stringify({ A: '' }));
    const variables = (bytes: number) => ({ Environment: { Variables: { A: 'x'.repeat(bytes - measured) } } });
    expect(() => hosted('', variables(limits.environmentBytes))).not.toThrow();
    expect(() => hosted('', variables(limits.environmentBytes + 1))).toThrow("exceeds Lambda's limit of 4096 bytes");
  });

  it('stops the start by name when it has an unknown property', () => {
    expect(() => hosted('', { ReservedConcurrentExecutions: 1 })).toThrow('ReservedConcurrentExecutions');
  });
});
