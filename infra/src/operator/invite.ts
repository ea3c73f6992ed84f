import { DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { GetParameterCommand, SSMClient } from '@aws-sdk/client-ssm';
import { auditDaysParameter, auditTableParameter, authTableParameter } from '../parameter-names.ts';
import { useDeploymentsAccount } from '../site-file.ts';
import { recordOperatorEvent } from './audit.ts';
import { newInvitation } from './invitation.ts';

/** Makes an invitation to the deployed site with the AWS credentials of the environment. */
export async function inviteToDeployedSite() {
  useDeploymentsAccount();
  const ssm = new SSMClient();
  const dynamoDb = new DynamoDBClient();
  const valueOf = async (Name: string) => {
    const { Parameter } = await ssm.send(new GetParameterCommand({ Name }));
    if (!Parameter?.Value) throw new Error(`${Name} is empty: is the site deployed?`);
    return Parameter.Value;
  };
  const TableName = await valueOf(authTableParameter);
  const auditTable = await valueOf(auditTableParameter);
  const auditDays = Number(await valueOf(auditDaysParameter));
  const { code, expiresAtMs, row } = newInvitation(new Date());
  await dynamoDb.send(new PutItemCommand({ TableName, Item: row, ConditionExpression: 'attribute_not_exists(pk)' }));
  await recordOperatorEvent({ dynamoDb, auditTable, auditDays, now: Date.now }, 'invitationCreated', 'invite');
  return { code, expiresAtMs };
}
