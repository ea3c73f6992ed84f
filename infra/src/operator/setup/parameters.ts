import { GetParameterCommand, ParameterNotFound, PutParameterCommand, type SSMClient } from '@aws-sdk/client-ssm';

/** Returns a parameter with its ARN, or undefined. A SecureString stays encrypted. */
export async function findParameter(ssm: SSMClient, Name: string) {
  try {
    const { Parameter } = await ssm.send(new GetParameterCommand({ Name }));
    return Parameter;
  } catch (error) {
    if (error instanceof ParameterNotFound) return undefined;
    throw error;
  }
}

interface NewParameter {
  name: string;
  type: 'String' | 'SecureString';
  valueOf: () => string | Promise<string>;
}

/** Makes a parameter unless it exists. Returns the line that says what has happened. */
export async function ensureParameter(ssm: SSMClient, { name, type, valueOf }: NewParameter): Promise<string> {
  if (await findParameter(ssm, name)) return `${name} exists already`;
  const value = await valueOf();
  if (value === '') return `${name} was skipped. Run this again to make it.`;
  // Without Overwrite, a value that another setup has made in the meantime stays.
  await ssm.send(new PutParameterCommand({ Name: name, Value: value, Type: type }));
  return `${name} made`;
}
