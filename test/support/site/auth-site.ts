import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { PutItemCommand } from '@aws-sdk/client-dynamodb';
import { PutCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { newInvitationRow } from 'infra/operator/invitation';
import { activityRoutes } from 'lambdas/auth/activity/activity-routes';
import { activityStore } from 'lambdas/auth/activity/activity-store';
import { cognitoProvider } from 'lambdas/auth/cognito/cognito-client';
import { googleProvider } from 'lambdas/auth/google/google-client';
import { snsMailTopic } from 'lambdas/auth/mails/mail-topic';
import { ownerMails } from 'lambdas/auth/mails/owner-mails';
import { tellOwner } from 'lambdas/auth/mails/tell-owner';
import { ownerByAccount } from 'lambdas/auth/owner/owner';
import { authRoutes } from 'lambdas/auth/routes';
import type { Engine } from 'local/aws/dynamodb/engine';
import { stepAdmission } from 'lambdas/auth/rate-limits/step-admission';
import type { StepBuckets } from 'lambdas/auth/rate-limits/step-buckets';
import { authStores } from 'lambdas/auth/compose';
import type { AuditEvent } from 'lambdas/platform/audit/audit-event';
import { auditTrail } from 'lambdas/platform/audit/audit-trail';
import { newsDesk } from 'lambdas/platform/news/tell-news';
import { outageMiddleware } from 'lambdas/platform/outage';
import { httpHandler } from 'lambdas/platform/http/http-handler';
import { dynamoSessions } from 'lambdas/platform/http/session';
import { auditApi } from 'shared-types/contract/audit';
import { authApi } from 'shared-types/contract/auth';
import * as z from 'zod';
import { apiEvent } from '../contract/api-event.ts';
import { startAuthTables } from '../dynamodb/auth-tables.ts';
import { clientSecret, type Google } from '../google/google.ts';
import { startMailTopic } from '../aws/mail-topic.ts';
import { credentials, movableClock, poolDescription, startUserPool } from '../aws/user-pool.ts';

export const minute = 60_000;
export const hour = 60 * minute;

export interface Answered {
  status: number | undefined;
  body: Record<string, unknown>;
  headers: Record<string, string>;
  cookies: string[];
}

const siteName = 'Lighthouse';
const auditSettings = { AUDIT_TABLE_NAME: 'audit', AUDIT_DAYS: 90, AUDIT_ADDRESSES: 'coarse' } as const;

interface AuthSiteOptions {
  google?: Google;
  /** The addresses that may sign in with Google. */
  users?: string[];
  /** The owner's email address. */
  owner?: string;
  startMs?: number;
  /** See `PoolContext`. */
  isCognitoStrict?: boolean;
  /** The DynamoDB; the preferred one of this system unless given. */
  engine?: Engine;
}

/** Runs the auth function's real handler on the Cognito emulator and a real DynamoDB. Only time and pauses are replaced. */
export async function startAuthSite({
  google,
  users = [],
  owner = '',
  startMs,
  isCognitoStrict: isStrict = false,
  engine,
}: AuthSiteOptions = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), 'auth-site-'));
  const clock = movableClock(startMs);
  const listed = [...users];
  const [tables, pool, mailTopic] = await Promise.all([
    startAuthTables(engine),
    startUserPool(dataDir, clock, { isStrict }),
    startMailTopic(dataDir, clock),
  ]);

  const now = () => new Date(clock.now());
  google?.follow(clock.now);
  const pauses: number[] = [];
  let pausing = Promise.resolve();
  const cognitoClient = new CognitoIdentityProviderClient({
    endpoint: pool.endpoint,
    region: 'us-east-1',
    credentials,
    maxAttempts: 2,
  });
  cognitoClient.middlewareStack.add(outageMiddleware, { step: 'initialize' });
  let ids = 0;

  const store = authStores(tables.client, 'auth', 'sessions');
  const isOwner = ownerByAccount({ accounts: store.accounts, owner });

  const sessions = dynamoSessions(tables.client, 'sessions');
  const activity = activityStore({ client: tables.client, TableName: 'audit' });
  const readActivity = httpHandler(auditApi, activityRoutes({ activity, now }), {
    sessions,
    originVerify: 'edge',
    now,
    isOwner,
    audit: undefined,
  });
  const activityKeys = Object.values(auditApi).map(({ key }): string => key);

  const mails = ownerMails({ topic: snsMailTopic(mailTopic.topicArn, mailTopic.client), store: store.mailClaims, now });
  const woken: string[] = [];
  const news = newsDesk({ client: tables.client, TableName: 'news' }, async (newsId) => {
    woken.push(newsId);
  });
  const record = auditTrail(tables.client, auditSettings);
  const audit = async (event: AuditEvent) => {
    await Promise.all([record(event), tellOwner({ accounts: store.accounts, mails, siteName }, event)]);
  };

  let rates: StepBuckets | undefined;

  /** A new handler starts without the old one's memory. */
  const newHandler = () =>
    httpHandler(
      authApi,
      authRoutes({
        ...store,
        owner,
        cognito: cognitoProvider(cognitoClient, {
          userPoolId: poolDescription.poolId,
          clientId: poolDescription.clientId,
        }),
        google: google && googleProvider(google.settings(listed), async () => clientSecret, now),
        version: '1.2.3',
        siteName,
        idleMs: 14 * 24 * hour,
        mails,
        news,
        now,
        newId: () => `id-${(ids += 1)}`,
        newToken: () => randomBytes(32).toString('base64url'),
        pause: async (ms) => {
          pauses.push(ms);
          const held = pausing;
          pausing = Promise.resolve();
          await held;
          // Short pauses only equalize timing. During the long ones Cognito's lock of the account expires.
          if (ms >= 1000) clock.advance(ms);
        },
      }),
      {
        sessions,
        originVerify: 'edge',
        now,
        isOwner,
        audit,
        admits: async (call, request) => rates === undefined || stepAdmission({ ...store, now }, rates)(call, request),
      },
    );
  let handler = newHandler();

  async function send(key: string, sent: Sent): Promise<Answered> {
    const event = eventOf(key, sent);
    const answering = activityKeys.includes(key) ? readActivity : handler;
    const { statusCode, body = '{}', headers = {}, cookies = [] } = await answering(event);
    // Tests compare whole answers, so all of them show the same id.
    const withOneId = (text: string) => text.replace(event.requestContext.requestId, 'request-1');
    return {
      status: statusCode,
      body: z
        .record(z.string(), z.unknown())
        .or(z.array(z.unknown()).transform((list) => ({ list })))
        .parse(JSON.parse(withOneId(body))),
      headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, withOneId(String(value))])),
      cookies,
    };
  }

  return {
    clock,
    pool,
    /** The topic of the mails to the owners of accounts. */
    mailTopic,
    tables,
    /** The ids of the news that the notifier was woken for. */
    woken,
    /** Tests may change this list. A function reads it when it starts. */
    listed,
    pauses,
    /** Makes the next pause last until the returned function is called. */
    holdPause() {
      const { promise, resolve } = Promise.withResolvers<void>();
      pausing = promise;
      return resolve;
    },
    send,
    /** Bounds the steps of anonymous visitors from now on. Most tests take more of them than people do. */
    admitBy: (buckets: StepBuckets) => void (rates = buckets),
    coldStart: () => void (handler = newHandler()),
    browser: (address = '203.0.113.7') => browserOf(send, address),

    async invite() {
      const { code, row } = newInvitationRow(now());
      await tables.client.send(new PutItemCommand({ TableName: 'auth', Item: row }));
      return code;
    },

    async items(table: 'auth' | 'sessions' | 'audit' | 'news', kind = '') {
      const { Items = [] } = await tables.client.send(new ScanCommand({ TableName: table, ConsistentRead: true }));
      return Items.filter(({ pk }) => String(pk).startsWith(kind));
    },

    /** Takes the items of one kind out of the index, which may show an item only some time after it was written. */
    async hideFromIndex(kind: string) {
      const { Items = [] } = await tables.client.send(new ScanCommand({ TableName: 'auth', ConsistentRead: true }));
      for (const { gsi1pk: _, gsi1sk: __, ...Item } of Items.filter(({ pk }) => String(pk).startsWith(kind)))
        await tables.client.send(new PutCommand({ TableName: 'auth', Item }));
    },

    async close() {
      pool.close();
      await mailTopic.close();
      await tables.stop();
      cognitoClient.destroy();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

export type AuthSite = Awaited<ReturnType<typeof startAuthSite>>;

interface Sent {
  query?: string;
  address?: string;
  body?: unknown;
  cookies?: string[];
  headers?: Record<string, string>;
  params?: Record<string, string>;
}

let requests = 0;

const eventOf = (key: string, { address = '', body, headers = {}, ...sent }: Sent) =>
  apiEvent(key, {
    ...sent,
    body: body === undefined ? undefined : JSON.stringify(body),
    headers: {
      'x-origin-verify': 'edge',
      'x-viewer-host': 'home.example',
      'x-viewer-address': address,
      'sec-fetch-mode': 'cors',
      'sec-fetch-dest': 'empty',
      ...headers,
    },
    requestId: `request-${(requests += 1)}`,
  });

/** Stores cookies as a browser does, but without expiry: tests remove expired cookies themselves. */
function browserOf(send: (key: string, sent: Sent) => Promise<Answered>, address: string) {
  const jar = new Map<string, string>();
  return {
    jar,
    async ask(key: string, body?: unknown, more: Sent = {}): Promise<Answered> {
      const cookies = [...jar].map(([name, value]) => `${name}=${value}`);
      const answer = await send(key, { address, body, cookies, ...more });
      for (const cookie of answer.cookies) {
        const [, name = '', value = '', attributes = ''] = /^([^=]+)=([^;]*);(.*)$/.exec(cookie) ?? [];
        if (/Max-Age=0/.test(attributes)) jar.delete(name);
        else jar.set(name, value);
      }
      return answer;
    },
  };
}

export type Browser = ReturnType<typeof browserOf>;
