import { PutItemCommand } from '@aws-sdk/client-dynamodb';
import { recordOperatorEvent } from './audit.ts';
import { newInvitationRow } from './invitation.ts';
import { deployedSite } from './operator.ts';

/** Makes an invitation to the deployed site with the AWS credentials of the environment. */
export async function inviteToDeployedSite() {
  const site = await deployedSite();
  const { code, expiresAtMs, row } = newInvitationRow(new Date());
  await site.dynamoDb.send(
    new PutItemCommand({ TableName: site.authTable, Item: row, ConditionExpression: 'attribute_not_exists(pk)' }),
  );
  await recordOperatorEvent(site, 'invitationCreated', 'invite');
  return { code, expiresAtMs };
}
