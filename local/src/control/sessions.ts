import { hourMs } from 'shared-types/rules/time';
import { DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { authTableParameter, sessionsTableParameter } from 'infra/parameter-names';
import { accountKeys, userPartition, usernamePartition } from 'shared-types/rules/auth/stored-items';
import type { Cloud } from '../cloud.ts';
import { deployedName } from './deployed-names.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** The same name always has the same user id. */
function userIdOf(name: string) {
  const hex = sha256(`person ${name}`);
  return `cognito|${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

const subjectOf = (userId: string) => userId.slice('cognito|'.length);

/** Signs a person in by writing the items that a sign-in writes. A person whose name is an email address can be the owner. */
export function sessionRows({ resources, clock, aws }: Pick<Cloud, 'resources' | 'clock' | 'aws'>) {
  const table = deployedName(resources, sessionsTableParameter);
  const signIns = deployedName(resources, authTableParameter);
  const client = new DynamoDBClient({ ...aws });

  async function putAccount(userId: string, email: string, name: string) {
    const [own, listed] = accountKeys(userId);
    const pk = { S: own.pk };
    const account = {
      pk,
      name: { S: name },
      avatarUrl: { NULL: true },
      email: { S: email },
      provider: { S: 'cognito' },
      firstSignInMs: { N: String(clock.now()) },
      lastSignInMs: { N: String(clock.now()) },
    };
    const places = [
      { sk: own.sk, gsi1pk: usernamePartition(email), gsi1sk: own.pk },
      { sk: listed.sk, gsi1pk: 'ACCOUNTS', gsi1sk: `ACCOUNT#${email}#${userId}` },
    ];
    for (const { sk, gsi1pk, gsi1sk } of places) {
      const Item = { ...account, sk: { S: sk }, gsi1pk: { S: gsi1pk }, gsi1sk: { S: gsi1sk } };
      await client.send(new PutItemCommand({ TableName: signIns, Item }));
    }
  }

  return async (typed: string) => {
    const [name = '', host] = typed.split('@');
    if (table === undefined) throw new Error(`The template writes no ${sessionsTableParameter}.`);
    const token = randomBytes(32).toString('base64url');
    const userId = userIdOf(typed);
    // A name alone gets an address of its own, because each account has one.
    const email = host === undefined ? `${subjectOf(userId)}@home.example` : typed.toLowerCase();
    const createdAtMs = clock.now();
    const expiresAtMs = createdAtMs + hourMs;
    const key = { S: `SESSION#${sha256(token)}` };
    const signInId = { S: randomUUID() };
    const common = {
      signInId,
      userId: { S: userId },
      provider: { S: 'cognito' },
      createdAtMs: { N: String(createdAtMs) },
      expiresAtMs: { N: String(expiresAtMs) },
      lastUsedAtMs: { N: String(createdAtMs) },
      ttl: { N: String(Math.ceil(expiresAtMs / 1000)) },
    };
    await client.send(
      new PutItemCommand({
        TableName: table,
        Item: {
          ...common,
          pk: key,
          sk: { S: 'SESSION' },
          name: { S: name },
          avatarUrl: { NULL: true },
          email: { S: email },
          authenticatedAtMs: { N: String(createdAtMs) },
        },
      }),
    );
    // Nobody has the token of this sign-in, so it is never renewed.
    await client.send(
      new PutItemCommand({
        TableName: signIns,
        Item: {
          ...common,
          pk: { S: `SIGN_IN#${sha256(randomBytes(32).toString('base64url'))}` },
          sk: { S: 'SIGN_IN' },
          gsi1pk: { S: userPartition(userId) },
          gsi1sk: { S: `SIGN_IN#${createdAtMs}` },
          refreshToken: { S: randomUUID() },
          providerUsername: { S: subjectOf(userId) },
          places: { L: [] },
          system: { S: 'other' },
          sessions: { L: [{ M: { key, expiresAtMs: { N: String(expiresAtMs) } } }] },
          renewals: { N: '0' },
        },
      }),
    );
    await putAccount(userId, email, name);
    const cookie = `__Host-sid=${token}`;
    const setCookies = [
      `${cookie}; Path=/; Secure; HttpOnly; SameSite=Strict; Max-Age=3600`,
      // The page goes on offline only where this cookie says that somebody is signed in: see web/src/api/refresh.ts.
      'refresh_type=cognito; Path=/; Secure; SameSite=Strict; Max-Age=2592000',
      // The sign-in of another person must not renew this session. Nobody can renew it, so it ends after its hour.
      '__Host-rid=; Path=/; Secure; HttpOnly; SameSite=Strict; Max-Age=0',
    ];
    return { cookie, setCookies, userId };
  };
}
