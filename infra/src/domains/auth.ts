import { readFileSync } from 'node:fs';
import { Construct } from 'constructs';
import type * as envs from 'lambdas/auth/env';
import { authApi } from 'shared-types/auth';
import * as z from 'zod';
import type { AppApi } from '../constructs/app-api.ts';
import { NodeFunction } from '../constructs/node-function.ts';
import type { Sessions } from './sessions.ts';

interface AuthProps {
  api: AppApi;
  sessions: Sessions;
}

/** Who a visitor is. Its function also answers addresses where nothing is, so that they too answer in the API's own form. */
export class Auth extends Construct {
  constructor(scope: Construct, id: string, { api, sessions }: AuthProps) {
    super(scope, id);
    const http = new NodeFunction<typeof envs.httpEnv>(this, 'Http', {
      entry: 'auth/http.lambda.ts',
      description: 'Says who is signed in',
      env: { ORIGIN_VERIFY: api.originVerify, SESSIONS_TABLE_NAME: sessions.tableName, VERSION: productVersion() },
    });
    sessions.grantLookup(http);
    api.serve(authApi, http).serveUnknown(http);
  }
}

const productVersion = () =>
  z
    .object({ version: z.string() })
    .parse(JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'))).version;
