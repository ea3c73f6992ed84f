import { GetParameterCommand, GetParametersCommand, SSMClient } from '@aws-sdk/client-ssm';
import { requestHandler, outageMiddleware } from './outage.ts';

const cacheMs = 5 * 60_000;

function parameterStore() {
  const client = new SSMClient({ requestHandler });
  client.middlewareStack.add(outageMiddleware, { step: 'initialize' });
  return client;
}

/** Loads a value on first use, and again after five minutes. A value that is missing is looked for each time. */
function cachedForMinutes<Value>(load: () => Promise<Value>): () => Promise<Value> {
  let cached: { value: Value; untilMs: number } | undefined;
  return async () => {
    if (cached && cached.untilMs > performance.now()) return cached.value;
    const value = await load();
    if (value !== undefined) cached = { value, untilMs: performance.now() + cacheMs };
    return value;
  };
}

/** Reads a secret of the Parameter Store on first use, and again after five minutes. It is undefined when the parameter does not exist. */
export function secretParameter(Name: string): () => Promise<string | undefined> {
  const client = parameterStore();
  return cachedForMinutes(async () => {
    try {
      const { Parameter } = await client.send(new GetParameterCommand({ Name, WithDecryption: true }));
      return Parameter?.Value ?? '';
    } catch (error) {
      if (error instanceof Error && error.name === 'ParameterNotFound') return undefined;
      throw error;
    }
  });
}

/** The number of names that one call may ask for. */
const maxNames = 10;

/** Reads several parameters on first use, and again after five minutes, in the order of the names. */
export function parameterValues(names: readonly string[]): () => Promise<readonly string[]> {
  const client = parameterStore();
  async function read(Names: string[]) {
    const { Parameters = [] } = await client.send(new GetParametersCommand({ Names }));
    return Names.map((name) => {
      const value = Parameters.find(({ Name }) => Name === name)?.Value;
      if (value === undefined) throw new Error(`There is no parameter ${name}`);
      return value;
    });
  }

  return cachedForMinutes(async () => {
    const batches = Array.from({ length: Math.ceil(names.length / maxNames) }, (_, index) =>
      names.slice(index * maxNames, (index + 1) * maxNames),
    );
    return (await Promise.all(batches.map(read))).flat();
  });
}
