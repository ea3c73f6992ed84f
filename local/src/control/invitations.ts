import { DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { newInvitation } from 'infra/operator/invitation';
import { authTableParameter } from 'infra/parameter-names';
import type { Cloud } from '../cloud.ts';
import { deployedName } from './deployed-names.ts';

/** Makes invitations as `npm run invite` does at the deployed site. */
export function invitationMaker({ resources, clock, aws }: Pick<Cloud, 'resources' | 'clock' | 'aws'>) {
  const table = deployedName(resources, authTableParameter);
  const client = new DynamoDBClient({ ...aws });

  return async () => {
    if (table === undefined) throw new Error(`The template writes no ${authTableParameter}.`);
    const { code, expiresAtMs, row } = newInvitation(new Date(clock.now()), 'LOCAL');
    await client.send(new PutItemCommand({ TableName: table, Item: row }));
    return { code, expiresAtMs };
  };
}
