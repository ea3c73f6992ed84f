import {
  AdminDeleteSoftwareTokenCommand,
  AdminDisableUserCommand,
  AdminEnableUserCommand,
  AdminUserGlobalSignOutCommand,
  CognitoIdentityProviderClient,
} from '@aws-sdk/client-cognito-identity-provider';
import {
  type AttributeValue,
  ConditionalCheckFailedException,
  DeleteItemCommand,
  DynamoDBClient,
  paginateQuery,
  PutItemCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import { SNSClient } from '@aws-sdk/client-sns';
import { SSMClient } from '@aws-sdk/client-ssm';
import { usernameOf } from 'shared-types/rules/auth/username';
import {
  accountKeys,
  accountPrefix,
  challengesEnd,
  usernamePartition,
  userPartition,
} from 'shared-types/rules/auth/stored-items';
import * as z from 'zod';
import { useDeploymentsAccount } from '../site-file.ts';
import {
  auditDaysParameter,
  auditTableParameter,
  authTableParameter,
  mailTopicParameter,
  sessionsTableParameter,
  siteNameParameter,
  userPoolParameter,
} from '../parameter-names.ts';
import { tellAccountOwner } from './account-mail.ts';
import { recordOperatorEvent } from './audit.ts';
import { patience } from './patience.ts';
import { findParameter } from './setup/parameters.ts';
import { OperatorError } from './terminal.ts';

/** The operator's commands about one person. */
export const operatorCommands = ['listSessions', 'endSessions', 'disable', 'enable', 'resetMfa'] as const;
export type OperatorCommand = (typeof operatorCommands)[number];

export interface OperatedSite {
  dynamoDb: DynamoDBClient;
  cognito: CognitoIdentityProviderClient;
  authTable: string;
  sessionsTable: string;
  auditTable: string;
  /** The audit trail keeps an event for this number of days. */
  auditDays: number;
  userPoolId: string;
  sns: SNSClient;
  /** The topic of the mails to the owners of accounts. */
  mailTopic: string;
  siteName: string;
  now: () => number;
}

/** Returns one or more lines that say what was found or done. */
export function runOperatorCommand(site: OperatedSite, act: OperatorCommand, typed: string): Promise<string> {
  const username = usernameOf(typed);
  return { listSessions, endSessions, disable, enable, resetMfa }[act](site, username);
}

/** Returns a reader of what the deployment has written down, with the AWS credentials of the environment. */
export function deployedValues() {
  useDeploymentsAccount();
  const ssm = new SSMClient(patience);
  return async (name: string): Promise<string> => {
    const found = await findParameter(ssm, name);
    if (!found?.Value) throw new OperatorError(`The site is not deployed here (${name} is missing): npm run deploy`);
    return found.Value;
  };
}

/** Connects to the deployed site with the AWS credentials of the environment. */
export async function deployedSite(): Promise<OperatedSite> {
  const valueOf = deployedValues();
  return {
    dynamoDb: new DynamoDBClient(patience),
    cognito: new CognitoIdentityProviderClient(patience),
    authTable: await valueOf(authTableParameter),
    sessionsTable: await valueOf(sessionsTableParameter),
    auditTable: await valueOf(auditTableParameter),
    auditDays: Number(await valueOf(auditDaysParameter)),
    userPoolId: await valueOf(userPoolParameter),
    sns: new SNSClient(patience),
    mailTopic: await valueOf(mailTopicParameter),
    siteName: await valueOf(siteNameParameter),
    now: Date.now,
  };
}

const Text = z.object({ S: z.string() }).transform(({ S }) => S);
const Ms = z.object({ N: z.string() }).transform(({ N }) => Number(N));
const AccountItem = z.object({ pk: Text });
const SignInItem = z.object({ pk: Text, createdAtMs: Ms, expiresAtMs: Ms });
const EndedSignInItem = z.object({ sessions: z.object({ L: z.array(z.object({ M: z.object({ key: Text }) })) }) });

type Accounts = Pick<OperatedSite, 'dynamoDb' | 'authTable'>;

async function query(client: DynamoDBClient, TableName: string, pk: string, sk: string) {
  const rows: Record<string, AttributeValue>[] = [];
  const input = {
    TableName,
    IndexName: 'gsi1',
    KeyConditionExpression: 'gsi1pk = :pk AND begins_with(gsi1sk, :sk)',
    ExpressionAttributeValues: { ':pk': { S: pk }, ':sk': { S: sk } },
  };
  for await (const { Items = [] } of paginateQuery({ client }, input)) rows.push(...Items);
  return rows;
}

/** One name has several ids when an account was deleted at its provider and signed up again. */
async function listUserIds({ dynamoDb, authTable }: Accounts, username: string): Promise<string[]> {
  const rows = await query(dynamoDb, authTable, usernamePartition(username), accountPrefix);
  return rows.map((row) => AccountItem.parse(row).pk.slice(accountPrefix.length));
}

async function findUserIds(site: Accounts, username: string): Promise<string[]> {
  const userIds = await listUserIds(site, username);
  if (userIds.length === 0) throw new OperatorError(`${username} has never signed in.`);
  return userIds;
}

/** Finds the ids of a person, or of everyone who has signed in when no name is given. */
export async function findPeople(accounts: Accounts, typed: string | undefined): Promise<string[]> {
  if (typed !== undefined) return findUserIds(accounts, usernameOf(typed));
  const rows = await query(accounts.dynamoDb, accounts.authTable, 'ACCOUNTS', accountPrefix);
  return rows.map((row) => AccountItem.parse(row).pk.slice(accountPrefix.length));
}

async function findLiveSignIns({ dynamoDb, authTable, now }: OperatedSite, userId: string) {
  const rows = await query(dynamoDb, authTable, userPartition(userId), 'SIGN_IN#');
  return rows.map((row) => SignInItem.parse(row)).filter(({ expiresAtMs }) => expiresAtMs > now());
}

const formatTime = (ms: number) => `${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

async function listSessions(site: OperatedSite, username: string): Promise<string> {
  const lines: string[] = [];
  for (const userId of await findUserIds(site, username)) {
    for (const { createdAtMs } of await findLiveSignIns(site, userId))
      lines.push(`${userId}  since ${formatTime(createdAtMs)}`);
  }
  return lines.length === 0 ? `${username} has no active sessions.` : lines.join('\n');
}

async function endSessions(site: OperatedSite, username: string): Promise<string> {
  const { dynamoDb, cognito, authTable, sessionsTable, userPoolId } = site;
  const remove = (TableName: string, pk: string, sk: string) =>
    dynamoDb.send(new DeleteItemCommand({ TableName, Key: { pk: { S: pk }, sk: { S: sk } }, ReturnValues: 'ALL_OLD' }));
  let count = 0;
  for (const userId of await findUserIds(site, username)) {
    const signIns = await findLiveSignIns(site, userId);
    count += signIns.length;
    for (const { pk } of signIns) {
      // The deleted item lists its sessions, including those that the index does not show yet. Without it no new session begins.
      const { Attributes } = await remove(authTable, pk, 'SIGN_IN');
      const { data: ended } = EndedSignInItem.safeParse(Attributes);
      for (const { M } of ended?.sessions.L ?? []) await remove(sessionsTable, M.key, 'SESSION');
    }
    await recordOperatorEvent(site, 'sessionEnded', 'sessions', userId);
    const [provider, subject] = userId.split('|');
    if (provider !== 'cognito') continue;
    await cognito
      .send(new AdminUserGlobalSignOutCommand({ UserPoolId: userPoolId, Username: subject }))
      .catch(ignoreUnknownUser);
  }
  return `${username} has been signed out of ${count === 1 ? '1 browser' : `${count} browsers`}.`;
}

/** Updates the items that the owner's page writes, too: see lambdas/src/auth/account/account-store.ts. */
async function markAccount({ dynamoDb, authTable }: OperatedSite, userId: string, disabledAtMs?: number) {
  for (const { pk, sk } of accountKeys(userId)) {
    const update = new UpdateItemCommand({
      TableName: authTable,
      Key: { pk: { S: pk }, sk: { S: sk } },
      ConditionExpression: 'attribute_exists(pk)',
      ...(disabledAtMs === undefined
        ? { UpdateExpression: 'REMOVE disabledAtMs' }
        : {
            UpdateExpression: 'SET disabledAtMs = if_not_exists(disabledAtMs, :now)',
            ExpressionAttributeValues: { ':now': { N: String(disabledAtMs) } },
          }),
    });
    await dynamoDb.send(update).catch((error: unknown) => {
      if (!(error instanceof ConditionalCheckFailedException)) throw error;
    });
  }
}

/** Waits for a call to the pool. Returns false when it has no such account, as for one of Google. */
async function isInPool(call: Promise<unknown>): Promise<boolean> {
  try {
    await call;
    return true;
  } catch (error) {
    ignoreUnknownUser(error);
    return false;
  }
}

async function disable(site: OperatedSite, username: string): Promise<string> {
  const { authTable, cognito, dynamoDb, userPoolId } = site;
  const userIds = await listUserIds(site, username);
  for (const userId of userIds) await markAccount(site, userId, site.now());
  // A sign-in that waits for its code is over: see lambdas/src/auth/challenges/challenge-store.ts.
  const { pk, sk, endedAtMs, ttl } = challengesEnd(username, site.now());
  const Item = { pk: { S: pk }, sk: { S: sk }, endedAtMs: { N: String(endedAtMs) }, ttl: { N: String(ttl) } };
  await dynamoDb.send(new PutItemCommand({ TableName: authTable, Item }));
  const command = new AdminDisableUserCommand({ UserPoolId: userPoolId, Username: username });
  const wasInPool = await isInPool(cognito.send(command));
  if (!wasInPool && userIds.length === 0) throw new OperatorError(`There is no account ${username}.`);
  for (const userId of userIds) await recordOperatorEvent(site, 'accountDisabled', 'sessions', userId);
  return [
    `${username} can no longer sign in. To allow it again: npm run sessions -- ${username} --enable`,
    ...(userIds.length > 0 ? [await endSessions(site, username)] : []),
  ].join('\n');
}

async function enable(site: OperatedSite, username: string): Promise<string> {
  const userIds = await listUserIds(site, username);
  const command = new AdminEnableUserCommand({ UserPoolId: site.userPoolId, Username: username });
  const wasInPool = await isInPool(site.cognito.send(command));
  if (!wasInPool && userIds.length === 0) throw new OperatorError(`There is no account ${username}.`);
  for (const userId of userIds) {
    await markAccount(site, userId);
    await recordOperatorEvent(site, 'accountEnabled', 'sessions', userId);
  }
  return `${username} can sign in again.`;
}

async function resetMfa(site: OperatedSite, username: string): Promise<string> {
  const { cognito, userPoolId } = site;
  try {
    await cognito.send(new AdminDeleteSoftwareTokenCommand({ UserPoolId: userPoolId, Username: username }));
  } catch (error) {
    ignoreUnknownUser(error);
    throw new OperatorError(`There is no account ${username} with a password.`);
  }
  for (const userId of await listUserIds(site, username))
    await recordOperatorEvent(site, 'authenticatorReset', 'reset-mfa', userId);
  await tellAccountOwner(site, 'authenticatorReset', username);
  return `${username} sets up a new authenticator at the next sign-in.\nCurrent sessions stay signed in. To end them: npm run sessions -- ${username} --end`;
}

/** An account that no longer exists at the provider has no sessions to end. */
function ignoreUnknownUser(error: unknown) {
  if (!(error instanceof Error && error.name === 'UserNotFoundException')) throw error;
}
