import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { AuthPorts } from './ports.ts';
import { dynamoChallenges } from './store/challenges.ts';
import { dynamoCounters } from './store/counters.ts';
import { dynamoInvitations } from './store/invitations.ts';
import { dynamoSignIns } from './store/sign-ins.ts';

type AuthStore = Pick<AuthPorts, 'challenges' | 'counters' | 'devices' | 'invitations' | 'signIns'>;

/** Everything that sign-in remembers. */
export function dynamoAuthStore(
  client: DynamoDBDocumentClient,
  TableName: string,
  SessionsTableName: string,
): AuthStore {
  const { devices, ...signIns } = dynamoSignIns({ client, TableName, SessionsTableName });
  const table = { client, TableName };
  return {
    challenges: dynamoChallenges(table),
    counters: dynamoCounters(table),
    invitations: dynamoInvitations(table),
    devices,
    signIns,
  };
}
