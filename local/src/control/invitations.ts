import { DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { recordOperatorEvent } from 'infra/operator/audit';
import { newInvitationRow } from 'infra/operator/invitation';
import { auditDaysParameter, auditTableParameter, authTableParameter } from 'infra/parameter-names';
import type { Cloud } from '../cloud.ts';
import { deployedName } from './deployed-names.ts';

/** Makes invitations as `npm run invite` does at the deployed site. */
export function invitationMaker({ resources, clock, aws }: Pick<Cloud, 'resources' | 'clock' | 'aws'>) {
  const [table, auditTable, auditDays] = [authTableParameter, auditTableParameter, auditDaysParameter].map(
    (parameter) => deployedName(resources, parameter),
  );
  const dynamoDb = new DynamoDBClient({ ...aws });
  const now = () => clock.now();

  return async () => {
    if (table === undefined || auditTable === undefined)
      throw new Error(`The template writes no ${authTableParameter} or no ${auditTableParameter}.`);
    const { code, expiresAtMs, row } = newInvitationRow(new Date(now()), 'LOCAL');
    await dynamoDb.send(new PutItemCommand({ TableName: table, Item: row }));
    const site = { dynamoDb, auditTable, auditDays: Number(auditDays), now };
    await recordOperatorEvent(site, 'invitationCreated', 'invite');
    return { code, expiresAtMs };
  };
}
