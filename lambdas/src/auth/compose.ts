import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { accountStore } from './account/account-store.ts';
import { preferenceStore } from './account/preference-store.ts';
import { challengeStore } from './challenges/challenge-store.ts';
import { deviceStore } from './devices/device-store.ts';
import { googleStepStore } from './google/google-step-store.ts';
import { invitationStore } from './invitations/invitation-store.ts';
import { mailStore } from './mails/mail-store.ts';
import { bucketStore } from './rate-limits/bucket-store.ts';
import { counterStore } from './rate-limits/counter-store.ts';
import { signInStore } from './sessions/sign-in-store.ts';

/** Returns all stores of the sign-in. */
export function authStores(client: DynamoDBDocumentClient, TableName: string, SessionsTableName: string) {
  const table = { client, TableName };
  return {
    accounts: accountStore(table),
    buckets: bucketStore(table),
    challenges: challengeStore(table),
    counters: counterStore(table),
    devices: deviceStore(table),
    googleSteps: googleStepStore(table),
    invitations: invitationStore(table),
    mailClaims: mailStore(table),
    preferences: preferenceStore(table),
    signIns: signInStore({ client, TableName, SessionsTableName }),
  };
}
