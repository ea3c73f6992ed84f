import { limits } from 'infra/limits';
import * as z from 'zod';
import type { JsonObject } from '../../json.ts';
import type { Resource } from '../../template/resource.ts';
import type { AwsAccount } from '../access.ts';
import { refuse, respond, type Service } from '../endpoint.ts';
import { textOf } from '../../json.ts';
import type { runCommand } from './run-command.ts';
import { propertiesOf } from '../../template/properties.ts';
import { permissionsByOperation, withSameAction } from '../required-permissions.ts';

const Parameter = z.strictObject({
  Name: z.string(),
  Type: z.literal('String'),
  Value: z.string(),
  Tier: z.enum(['Standard', 'Intelligent-Tiering']).default('Standard'),
  // This has no effect on this machine.
  Description: z.string().optional(),
});

/** Reads the parameters that the template writes. */
export const readParameters = (resources: Resource[]): Record<string, string> =>
  Object.fromEntries(
    resources.map((resource) => {
      const { Name, Value, Tier } = propertiesOf(resource, Parameter);
      const limit = Tier === 'Standard' ? limits.parameterBytes : limits.advancedParameterBytes;
      if (Buffer.byteLength(Value) > limit) throw new Error(`The value of ${Name} exceeds the limit of ${limit} bytes`);
      return [Name, Value];
    }),
  );

/** Runs commands on servers: see run-command.ts. */
type RunCommand = ReturnType<typeof runCommand>;

/**
 * Serves the Parameter Store, for reading, and commands. A secret is returned in plain text only with `WithDecryption`.
 */
export function ssmService(
  parameters: Record<string, string>,
  secrets: Record<string, string>,
  { account, region }: AwsAccount,
  commands?: RunCommand,
): Service {
  const arnOf = (name: string) => `arn:aws:ssm:${region}:${account}:parameter/${name.replace(/^\//, '')}`;
  const onEachName = (operation: string) => (input: JsonObject) =>
    namesIn(input).map((name) => ({ action: `ssm:${operation}`, resource: arnOf(name) }));

  return {
    deniedStatus: 400,
    requiredPermissions: permissionsByOperation({
      ...withSameAction(['GetParameter', 'GetParameters'], onEachName),
      ...(commands && {
        SendCommand: commands.requiredPermissions,
        GetCommandInvocation: () => [{ action: 'ssm:GetCommandInvocation', resource: '*' }],
      }),
    }),
    serve({ operation, input }, response) {
      if (operation === 'SendCommand') return commands?.serve(input, response);
      if (operation === 'GetCommandInvocation') return commands?.serveInvocation(input, response);
      const names = namesIn(input);
      if (names.length === 0 || names.length > limits.parametersOfCall) {
        const sentence = `Member must have length between 1 and ${limits.parametersOfCall}`;
        return refuse(response, 400, 'ValidationException', sentence);
      }
      const valueOf = (name: string) =>
        parameters[name] ?? (input['WithDecryption'] === true ? secrets[name] : secrets[name] && 'AQICAHencrypted');
      const missing = names.filter((name) => valueOf(name) === undefined);
      const found = names
        .filter((name) => !missing.includes(name))
        .map((name) => ({
          Name: name,
          Type: secrets[name] === undefined ? 'String' : 'SecureString',
          Value: valueOf(name),
          Version: 1,
          ARN: arnOf(name),
        }));
      if (operation === 'GetParameters') respond(response, { Parameters: found, InvalidParameters: missing });
      else if (found[0]) respond(response, { Parameter: found[0] });
      else refuse(response, 400, 'ParameterNotFound', `There is no parameter ${names.join()}`);
    },
  };
}

const namesIn = ({ Name: name, Names: names }: JsonObject) => (Array.isArray(names) ? names : [name]).map(textOf);
