import { auditTrail } from '../platform/audit/audit-trail.ts';
import { now } from '../platform/clock.ts';
import { documentClient } from '../platform/dynamodb/client.ts';
import { readEnv } from '../platform/env.ts';
import { eventHandler } from '../platform/worker/event-handler.ts';
import { cognitoClient } from './cognito/cognito-client.ts';
import { unconfirmedAccounts } from './cognito/unconfirmed-accounts.ts';
import { unconfirmedEnv } from './env.ts';
import { removeUnconfirmed } from './sign-up/remove-unconfirmed.ts';

const env = readEnv(unconfirmedEnv);
const accounts = unconfirmedAccounts(cognitoClient(), env.USER_POOL_ID);
const recordEvent = auditTrail(documentClient(), env);

export const handler = eventHandler(() => removeUnconfirmed({ accounts, recordEvent, now }));
