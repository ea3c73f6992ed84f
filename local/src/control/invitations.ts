import { DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { newInvitation } from 'infra/operator/invitation';
import type { Cloud } from '../cloud.ts';

/** Makes invitations as `npm run invite` does at the deployed site. */
export function invitationMaker({ resources, clock, aws }: Pick<Cloud, 'resources' | 'clock' | 'aws'>) {
  const table = resources.find(
    ({ type, logicalId }) => type === 'AWS::DynamoDB::Table' && logicalId.startsWith('Auth'),
  );
  const client = new DynamoDBClient({ ...aws });

  return async () => {
    if (!table) throw new Error('The template has no table of the construct Auth.');
    const { code, expiresAtMs, row } = newInvitation(new Date(clock.now()), 'LOCAL');
    await client.send(new PutItemCommand({ TableName: table.ref, Item: row }));
    return { code, expiresAtMs };
  };
}
