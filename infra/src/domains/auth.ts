import { readFileSync } from 'node:fs';
import { Duration } from 'aws-cdk-lib';
import { StringParameter } from 'aws-cdk-lib/aws-ssm';
import { Construct } from 'constructs';
import type * as envs from 'lambdas/auth/env';
import { auditApi } from 'shared-types/contract/audit';
import { authApi } from 'shared-types/contract/auth';
import { accountPrefix } from 'shared-types/rules/auth/stored-items';
import * as z from 'zod';
import type { AppConfig } from '../config.ts';
import {
  authTableParameter,
  googleSecretParameter,
  sessionsTableParameter,
  userPoolParameter,
} from '../parameter-names.ts';
import type { AppApi } from '../constructs/app-api.ts';
import { anonymousThrottles, stepBuckets } from '../sign-in-rates.ts';
import { NodeFunction } from '../constructs/node-function.ts';
import { ScheduledCall } from '../constructs/scheduled-call.ts';
import { SingleTable } from '../constructs/single-table.ts';
import type { AccountMails } from './account-mails.ts';
import type { Identity } from './identity.ts';
import type { Audit } from './audit.ts';
import type { Notify } from './notify.ts';
import type { Sessions } from './sessions.ts';

interface AuthProps {
  api: AppApi;
  sessions: Sessions;
  audit: Audit;
  identity: Identity;
  mails: AccountMails;
  notify: Notify;
  google: AppConfig['google'];
  owner: AppConfig['owner'];
  siteName: string;
  /** A browser that is not used for this number of days is signed out. */
  idleDays: number;
  /** See constructs/single-table.ts. */
  restored: string | undefined;
}

/** The sign-in. Its function also answers unknown addresses, so that they get the API's error format. */
export class Auth extends Construct {
  readonly tableName: string;
  /** The addresses that may sign in with Google. */
  readonly googleUsers: readonly string[];
  private readonly table: SingleTable;

  constructor(
    scope: Construct,
    id: string,
    { api, sessions, audit, identity, mails, notify, google, owner, siteName, idleDays, restored }: AuthProps,
  ) {
    super(scope, id);
    const table = new SingleTable(this, 'Table', { restored });
    this.table = table;
    this.tableName = table.tableName;
    this.googleUsers = google.clientId === null ? [] : google.users;
    new StringParameter(this, 'TableName', { parameterName: authTableParameter, stringValue: table.tableName });
    new StringParameter(this, 'SessionsTableName', {
      parameterName: sessionsTableParameter,
      stringValue: sessions.tableName,
    });
    new StringParameter(this, 'UserPoolId', { parameterName: userPoolParameter, stringValue: identity.userPoolId });
    const http = new NodeFunction<typeof envs.httpEnv>(this, 'Http', {
      entry: 'auth/http.lambda.ts',
      description: 'Signs people in and out, and says who is signed in',
      // A refusal may wait until Cognito has unlocked the account.
      timeout: Duration.seconds(29),
      env: {
        ORIGIN_VERIFY: api.originVerify,
        ...audit.env,
        TABLE_NAME: table.tableName,
        SESSIONS_TABLE_NAME: sessions.tableName,
        USER_POOL_ID: identity.userPoolId,
        USER_POOL_CLIENT_ID: identity.clientId,
        VERSION: productVersion(),
        SITE_NAME: siteName,
        MAIL_TOPIC_ARN: mails.topicArn,
        OWNER: owner ?? '',
        SESSION_IDLE_DAYS: String(idleDays),
        STEP_BUCKETS: JSON.stringify(stepBuckets),
        GOOGLE_SETTINGS: JSON.stringify(google.clientId === null ? null : google),
        GOOGLE_SECRET_PARAMETER: googleSecretParameter,
        ...notify.tellEnv,
      },
    });
    sessions.grantWrite(http);
    audit.grantWrite(http);
    mails.grantSend(http);
    notify.grantTell(http);
    table.grant(http, ['GetItem', 'QueryIndex', 'PutItem', 'UpdateItem', 'DeleteItem']);
    identity.grantAccounts(http);
    if (google.clientId !== null) http.allowParameters([googleSecretParameter]);
    api.serve(authApi, http, anonymousThrottles).serveDefaultRoute(http);

    const activity = new NodeFunction<typeof envs.activityEnv>(this, 'Activity', {
      entry: 'auth/activity.lambda.ts',
      description: 'Reads the audit trail for the owner, and for each user their own events',
      env: {
        ORIGIN_VERIFY: api.originVerify,
        TABLE_NAME: table.tableName,
        SESSIONS_TABLE_NAME: sessions.tableName,
        AUDIT_TABLE_NAME: audit.tableName,
        OWNER: owner ?? '',
      },
    });
    sessions.grantLookup(activity);
    table.grant(activity, ['GetItem']);
    audit.grantRead(activity);
    api.serve(auditApi, activity);

    const remover = new NodeFunction<typeof envs.unconfirmedEnv>(this, 'Unconfirmed', {
      entry: 'auth/remove-unconfirmed.lambda.ts',
      description: 'Removes accounts whose email address was not confirmed within a day',
      timeout: Duration.minutes(1),
      env: { ...audit.env, USER_POOL_ID: identity.userPoolId },
    });
    identity.grantRemoval(remover);
    audit.grantPut(remover);
    new ScheduledCall(this, 'Removals', {
      description: 'Removes unconfirmed accounts',
      expression: 'cron(40 2 * * ? *)',
      timeZone: 'UTC',
      window: Duration.minutes(15),
      call: remover,
      queue: undefined,
    });
  }

  /** Allows finding out which accounts are disabled. */
  grantLookup(user: NodeFunction<object>) {
    this.table.grantGet(user, accountPrefix);
  }
}

const productVersion = () =>
  z
    .object({ version: z.string() })
    .parse(JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'))).version;
