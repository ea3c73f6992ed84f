import { DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { GetParameterCommand, SSMClient } from '@aws-sdk/client-ssm';
import { authTableParameter } from '../parameter-names.ts';
import { useDeploymentsAccount } from '../site-file.ts';
import { newInvitation } from './invitation.ts';

/** Makes an invitation to the deployed site with the AWS credentials of the environment. */
export async function inviteToDeployedSite() {
  useDeploymentsAccount();
  const { Parameter } = await new SSMClient().send(new GetParameterCommand({ Name: authTableParameter }));
  if (!Parameter?.Value) throw new Error(`${authTableParameter} names no table: is the site deployed?`);
  const { code, expiresAtMs, row } = newInvitation(new Date());
  await new DynamoDBClient().send(
    new PutItemCommand({ TableName: Parameter.Value, Item: row, ConditionExpression: 'attribute_not_exists(pk)' }),
  );
  return { code, expiresAtMs };
}
