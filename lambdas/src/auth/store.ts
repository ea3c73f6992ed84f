import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { AuthPorts } from './ports.ts';
import { dynamoAccounts } from './store/accounts.ts';
import { dynamoChallenges } from './store/challenges.ts';
import { dynamoCounters } from './store/counters.ts';
import { dynamoGoogleSteps } from './store/google-steps.ts';
import { dynamoInvitations } from './store/invitations.ts';
import { dynamoSignIns } from './store/sign-ins.ts';

type AuthStore = Pick<
  AuthPorts,
  'accounts' | 'challenges' | 'counters' | 'devices' | 'googleSteps' | 'invitations' | 'signIns'
>;

/** Everything that sign-in remembers. */
export function dynamoAuthStore(
  client: DynamoDBDocumentClient,
  TableName: string,
  SessionsTableName: string,
): AuthStore {
  const { devices, ...signIns } = dynamoSignIns({ client, TableName, SessionsTableName });
  const table = { client, TableName };
  return {
    accounts: dynamoAccounts(table),
    challenges: dynamoChallenges(table),
    counters: dynamoCounters(table),
    googleSteps: dynamoGoogleSteps(table),
    invitations: dynamoInvitations(table),
    devices,
    signIns,
  };
}
