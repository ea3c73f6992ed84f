import { GetParameterCommand, SSMClient } from '@aws-sdk/client-ssm';
import { requestHandler, outageMiddleware } from './outage.ts';

const cacheMs = 5 * 60_000;

/** Reads a secret of the Parameter Store on first use, and again after five minutes. It is undefined when the parameter does not exist. */
export function secretParameter(Name: string): () => Promise<string | undefined> {
  const client = new SSMClient({ requestHandler });
  client.middlewareStack.add(outageMiddleware, { step: 'initialize' });
  let cached: { value: string; untilMs: number } | undefined;

  return async () => {
    if (cached && cached.untilMs > performance.now()) return cached.value;
    try {
      const { Parameter } = await client.send(new GetParameterCommand({ Name, WithDecryption: true }));
      cached = { value: Parameter?.Value ?? '', untilMs: performance.now() + cacheMs };
      return cached.value;
    } catch (error) {
      if (error instanceof Error && error.name === 'ParameterNotFound') return undefined;
      throw error;
    }
  };
}
