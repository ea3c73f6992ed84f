import { GetParameterCommand, SSMClient } from '@aws-sdk/client-ssm';
import { requestHandler, outageMiddleware } from './outage.ts';

const cacheMs = 5 * 60_000;

/** A secret of the Parameter Store, asked for when it is first needed and again after a while; undefined when nobody made it. */
export function secretParameter(Name: string): () => Promise<string | undefined> {
  const client = new SSMClient({ requestHandler });
  client.middlewareStack.add(outageMiddleware, { step: 'initialize' });
  let known: { value: string; untilMs: number } | undefined;

  return async () => {
    if (known && known.untilMs > performance.now()) return known.value;
    try {
      const { Parameter } = await client.send(new GetParameterCommand({ Name, WithDecryption: true }));
      known = { value: Parameter?.Value ?? '', untilMs: performance.now() + cacheMs };
      return known.value;
    } catch (error) {
      if (error instanceof Error && error.name === 'ParameterNotFound') return undefined;
      throw error;
    }
  };
}
