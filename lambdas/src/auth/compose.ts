import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { AuthPorts } from './ports.ts';
import { accountStore } from './sessions/account-store.ts';
import { challengeStore } from './sign-in/challenge-store.ts';
import { counterStore } from './rate-limits/counter-store.ts';
import { googleStepStore } from './google/google-step-store.ts';
import { invitationStore } from './invitations/invitation-store.ts';
import { signInStore } from './sessions/session-store.ts';

type AuthStore = Pick<
  AuthPorts,
  'accounts' | 'challenges' | 'counters' | 'devices' | 'googleSteps' | 'invitations' | 'signIns'
>;

/** Everything that sign-in remembers. */
export function authStores(client: DynamoDBDocumentClient, TableName: string, SessionsTableName: string): AuthStore {
  const { devices, ...signIns } = signInStore({ client, TableName, SessionsTableName });
  const table = { client, TableName };
  return {
    accounts: accountStore(table),
    challenges: challengeStore(table),
    counters: counterStore(table),
    googleSteps: googleStepStore(table),
    invitations: invitationStore(table),
    devices,
    signIns,
  };
}
