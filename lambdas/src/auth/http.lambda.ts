import { authApi } from 'shared-types/auth';
import { documentClient, now } from '../lib/aws.ts';
import { readEnv } from '../lib/env.ts';
import { httpHandler } from '../lib/http.ts';
import { dynamoSessions } from '../lib/session.ts';
import { httpEnv } from './env.ts';
import { authRoutes } from './routes.ts';

const env = readEnv(httpEnv);
const sessions = dynamoSessions(documentClient(), env.SESSIONS_TABLE_NAME);

export const handler = httpHandler(authApi, authRoutes({ version: env.VERSION, now }), {
  sessions,
  originVerify: env.ORIGIN_VERIFY,
  now,
});
