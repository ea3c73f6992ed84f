import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { AuthPorts } from './ports.ts';
import { dynamoAccounts } from './sessions/account-store.ts';
import { dynamoChallenges } from './sign-in/challenge-store.ts';
import { dynamoCounters } from './rate-limits/counter-store.ts';
import { dynamoGoogleSteps } from './google/google-step-store.ts';
import { dynamoInvitations } from './invitations/invitation-store.ts';
import { dynamoSignIns } from './sessions/session-store.ts';

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
