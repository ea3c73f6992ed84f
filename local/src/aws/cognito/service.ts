import type { Resource } from '../../template/resource.ts';
import type { AwsAccount } from '../access.ts';
import { respond, type Service } from '../endpoint.ts';
import { textOf } from '../../json.ts';
import type { Cognito, PoolDescription } from './cognito.ts';

/** Reads the template's user pools, each with its one client. */
export const readPools = (resources: Resource[]): PoolDescription[] =>
  resources
    .filter(({ type }) => type === 'AWS::Cognito::UserPool')
    .map(({ ref, logicalId, properties }) => {
      const clients = resources.filter(
        (each) => each.type === 'AWS::Cognito::UserPoolClient' && each.properties['UserPoolId'] === ref,
      );
      const [client] = clients;
      if (!client || clients.length > 1) throw new Error(`The local cloud expects one client of ${logicalId}`);
      const region = ref.slice(0, ref.indexOf('_'));
      return { poolId: ref, region, clientId: client.ref, properties, clientProperties: client.properties };
    });

/** Serves Cognito behind the endpoint. Most operations need no permission, the others need one on the pool. */
export function cognitoService(cognito: Cognito, { account, region }: AwsAccount): Service {
  return {
    deniedStatus: 400,
    takesUnsigned: true,
    requiredPermissions(operation, input) {
      const access = cognito.accessTo(operation);
      if (access !== 'granted') return access && [];
      const resource = `arn:aws:cognito-idp:${region}:${account}:userpool/${textOf(input['UserPoolId'])}`;
      return [{ action: `cognito-idp:${operation}`, resource }];
    },
    document: (path) => cognito.jwks(/^\/([\w-]+)\/\.well-known\/jwks\.json$/.exec(path)?.[1] ?? ''),
    async serve({ operation, input }, response) {
      const { status, body } = await cognito.handle(operation, input);
      respond(response, body, status);
    },
  };
}
