import { randomUUID } from 'node:crypto';
import { createWriteStream, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { limits } from 'infra/limits';
import type { ClockBuffer } from '../../clock.ts';
import { FunctionError, type Functions } from './functions.ts';
import type { HostedFunction } from './hosted-function.ts';
import { type Instance, startInstance } from './instance.ts';
import { parseJson } from '../../json.ts';
import { throttled } from './throttling.ts';
import { traceOf } from './trace.ts';

interface HostProps {
  functions: HostedFunction[];
  clock: ClockBuffer;
  region: string;
  endpoint: string;
  /** Holds the logs and compiled bundles. With a compiled bundle an instance starts in two thirds of the time. */
  dataDir: string;
  /** Lambda's time for loading a function. */
  maxInitMs?: number;
  /** The account's quota of executions at the same time. Lambda throttles an invocation beyond it at once. */
  concurrency: number;
}

const idleMs = 5 * 60_000;
const maxLogLines = 2000;

/** Runs functions as Lambda does: an instance runs one invocation at a time, and simultaneous ones get more instances. */
export function createFunctionHost({ functions, concurrency, ...shared }: HostProps): Functions {
  mkdirSync(join(shared.dataDir, 'logs'), { recursive: true });
  const pools = new Map(functions.map((hosted) => [hosted.arn, createPool(hosted, shared)]));
  const poolOf = (arn: string) => {
    const pool = pools.get(arn);
    if (!pool) throw new Error(`No function here is ${arn}`);
    return pool;
  };
  const running = () => [...pools.values()].reduce((sum, pool) => sum + pool.running(), 0);
  let throttles = 0;
  return {
    async invoke(arn, event, cause) {
      const payload = JSON.stringify(event);
      if (Buffer.byteLength(payload) > limits.invocationBytes)
        throw new FunctionError(
          'RequestTooLargeException',
          `${limits.invocationBytes} bytes is the limit of a payload.`,
        );
      if (running() >= concurrency) {
        throttles += 1;
        throw throttled();
      }
      return poolOf(arn).invoke(payload, cause);
    },
    async loadOthers() {
      const failed: string[] = [];
      // One after the other: all at once would need the memory of all at once, and no start is faster for it.
      for (const pool of pools.values()) if (!(await pool.canLoad())) failed.push(pool.name);
      return failed;
    },
    output: (arn) => poolOf(arn).lines,
    running,
    throttles: () => throttles,
    crash: (arn) => poolOf(arn).crash(),
    close: async () => void (await Promise.all([...pools.values()].map((pool) => pool.close()))),
  };
}

type PoolProps = Omit<HostProps, 'functions' | 'concurrency'>;

function createPool(hosted: HostedFunction, { clock, region, endpoint, dataDir, maxInitMs = 10_000 }: PoolProps) {
  const log = createWriteStream(join(dataDir, 'logs', `${hosted.name}.log`), { flags: 'a' });
  const lines: string[] = [];
  const idle: { instance: Instance; timer: NodeJS.Timeout }[] = [];
  const instances = new Set<Instance>();
  let running = 0;

  const write = (line: string) => {
    if (lines.push(line) > maxLogLines) lines.shift();
    if (!log.writableEnded) log.write(`${line}\n`);
  };

  function start(): Instance {
    const { arn: functionArn, name: functionName, code, handler, memorySizeMb } = hosted;
    const instance = startInstance({
      data: { code, handler, clock, functionName, functionArn, memorySizeMb },
      environment: environmentOf(hosted, region, endpoint),
      compiledDir: join(dataDir, 'compiled'),
      // Lambda loads a function that was too slow a second time, within the function's own timeout (AWS Lambda Developer
      // Guide, "Init phase"). The first load goes on here, which is equivalent on a busy machine.
      maxLoadMs: maxInitMs + hosted.timeoutMs,
      write,
    });
    instances.add(instance);
    return instance;
  }

  /** Reuses the instance that was used last, so that the others become idle and end. */
  function acquire(): Instance {
    for (;;) {
      const last = idle.pop();
      if (!last) return start();
      clearTimeout(last.timer);
      if (last.instance.alive()) return last.instance;
      retire(last.instance);
    }
  }

  function release(instance: Instance) {
    if (instance.alive()) idle.push({ instance, timer: setTimeout(() => retire(instance), idleMs).unref() });
    else retire(instance);
  }

  function retire(instance: Instance) {
    instances.delete(instance);
    void instance.end();
  }

  return {
    name: hosted.name,
    lines,
    running: () => running,
    async canLoad() {
      if (instances.size > 0) return true;
      const instance = start();
      const isLoaded = await instance.isLoaded();
      release(instance);
      return isLoaded;
    },
    async invoke(payload: string, cause?: string) {
      const trace = traceOf(hosted, Date.now(), cause);
      running += 1;
      const instance = acquire();
      try {
        const requestId = randomUUID();
        const result = await instance.invoke({ requestId, payload, trace, timeoutMs: hosted.timeoutMs });
        if (Buffer.byteLength(result) > limits.invocationBytes) {
          const sentence = `Response payload size exceeded maximum allowed payload size (${limits.invocationBytes} bytes).`;
          throw new FunctionError('Function.ResponseSizeTooLarge', sentence);
        }
        return parseJson(result);
      } finally {
        running -= 1;
        release(instance);
      }
    },
    crash() {
      for (const instance of instances) retire(instance);
    },
    async close() {
      for (const { timer } of idle) clearTimeout(timer);
      await Promise.all([...instances].map((instance) => instance.end()));
      await new Promise((closed) => log.end(closed));
    },
  };
}

/**
 * Returns the environment of a function: the template's variables and Lambda's own. It has no variables of this
 * process.
 */
const environmentOf = (hosted: HostedFunction, region: string, endpoint: string) => ({
  // The buckets and EC2 are behind the same endpoint as all services.
  ...Object.fromEntries(
    Object.entries(hosted.variables).map(([name, value]) => [
      name,
      /^EC2_URL$|_BUCKET_URL$/.test(name) ? value.replace(/^https:\/\/(s3|ec2)\.[^/]+/, endpoint) : value,
    ]),
  ),
  AWS_REGION: region,
  AWS_LAMBDA_FUNCTION_NAME: hosted.name,
  AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
  AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(hosted.memorySizeMb),
  AWS_ACCESS_KEY_ID: hosted.accessKeyId,
  AWS_SECRET_ACCESS_KEY: 'local',
  AWS_SESSION_TOKEN: 'local',
  AWS_ENDPOINT_URL: endpoint,
});
