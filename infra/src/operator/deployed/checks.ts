import { dayMs } from 'shared-types/rules/time';
import { type ACMClient, DescribeCertificateCommand } from '@aws-sdk/client-acm';
import type { Stack } from '@aws-sdk/client-cloudformation';
import { type CloudWatchLogsClient, paginateFilterLogEvents } from '@aws-sdk/client-cloudwatch-logs';
import { GetAccountSettingsCommand, type LambdaClient } from '@aws-sdk/client-lambda';
import { paginateListSubscriptionsByTopic, type SNSClient } from '@aws-sdk/client-sns';
import type { SSMClient } from '@aws-sdk/client-ssm';
import { isInTransition } from 'shared-types/rules/stack-status';
import type { AppConfig } from '../../config.ts';
import { googleSecretParameter, openAiKeyParameter, originVerifyParameter } from '../../parameter-names.ts';
import { findParameter } from '../setup/parameters.ts';
import { newAccountsConcurrency, smallConcurrency } from '../setup/texts.ts';

/** A fault of the deployed site, or a hint that the site works without. */
export interface Finding {
  isWrong: boolean;
  text: string;
}

const fault = (text: string): Finding => ({ isWrong: true, text });
const hint = (text: string): Finding => ({ isWrong: false, text });

const settled = ['CREATE_COMPLETE', 'UPDATE_COMPLETE'];

export function checkStack(
  { StackStatus, StackStatusReason: reason = '', EnableTerminationProtection: isProtected }: Stack,
  { operations }: Pick<AppConfig, 'operations'>,
): Finding[] {
  const status: string = StackStatus ?? '';
  const found: Finding[] = [];
  if (isInTransition(status)) found.push(hint(`The stack is being changed at the moment: ${status}`));
  else if (!settled.includes(status))
    found.push(fault(`The stack is ${status}. ${reason}\n       docs/operations.md: "When a deployment fails"`));
  if (isProtected === true && operations.protected) return found;
  const missing = 'The stack, its tables and its user pool can still be deleted';
  return [
    ...found,
    fault(
      operations.protected
        ? `${missing}: npm run deploy`
        : `${missing}: npm run setup -- --protect, then npm run deploy`,
    ),
  ];
}

export async function checkParameters(
  ssm: SSMClient,
  { google, chat }: Pick<AppConfig, 'google' | 'chat'>,
): Promise<Finding[]> {
  const wanted = [
    [originVerifyParameter, 'no request reaches the API'],
    [openAiKeyParameter, 'the chat cannot answer'],
    ...(google.clientId === null ? [] : [[googleSecretParameter, 'every sign-in with Google fails'] as const]),
  ] as const;
  const found: Finding[] = [];
  for (const [name, lost] of wanted)
    if (!(await findParameter(ssm, name))) found.push(fault(`${name} is missing, so ${lost}: npm run setup`));
  for (const { name, keyParameter } of chat.providers)
    if (keyParameter !== null && !(await findParameter(ssm, keyParameter)))
      found.push(
        fault(`${keyParameter} is missing, so no model of ${name} answers. docs/operations.md: "The AI provider"`),
      );
  return found;
}

export async function checkSubscriptions(sns: SNSClient, topics: string[]): Promise<Finding[]> {
  const found: Finding[] = [];
  for (const TopicArn of topics) {
    for await (const { Subscriptions = [] } of paginateListSubscriptionsByTopic({ client: sns }, { TopicArn })) {
      for (const { SubscriptionArn, Endpoint } of Subscriptions) {
        if (SubscriptionArn !== 'PendingConfirmation') continue;
        found.push(
          fault(
            `${Endpoint} has not confirmed the email "AWS Notification - Subscription Confirmation" and gets no others`,
          ),
        );
      }
    }
  }
  return found;
}

/** The site's workers may take what its configuration says, so a lower quota leaves none for pages. */
export async function checkQuota(
  lambda: LambdaClient,
  { operations: { concurrentExecutions: assumed } }: Pick<AppConfig, 'operations'>,
): Promise<Finding[]> {
  const { AccountLimit } = await lambda.send(new GetAccountSettingsCommand({}));
  const concurrency = AccountLimit?.ConcurrentExecutions ?? 0;
  const again = 'npm run setup, then npm run deploy';
  if (concurrency < assumed)
    return [fault(`Lambda runs ${concurrency} calls at once, and the site is configured for ${assumed}: ${again}`)];
  if (concurrency > assumed)
    return [hint(`Lambda runs ${concurrency} calls at once. To use more than ${assumed} of them: ${again}`)];
  return concurrency > newAccountsConcurrency ? [] : [hint(smallConcurrency(concurrency))];
}

/** ACM renews a certificate by itself while its validation record stands. */
export async function checkDomain(
  acm: ACMClient,
  domain: AppConfig['site']['domain'],
  edgeDomain: string,
): Promise<Finding[]> {
  if (domain === null) return [];
  const { name, certificateArn, hostedZoneId } = domain;
  const { Certificate } = await acm.send(new DescribeCertificateCommand({ CertificateArn: certificateArn }));
  const found: Finding[] = [];
  if (Certificate?.Status !== 'ISSUED') found.push(fault(`The certificate of ${name} is ${Certificate?.Status}`));
  if (Certificate?.RenewalSummary?.RenewalStatus === 'PENDING_VALIDATION')
    found.push(fault(`The certificate of ${name} cannot be renewed: its validation record is gone. npm run setup`));
  if (hostedZoneId === null)
    found.push(hint(`The record to set where ${name} is managed: ${name}  CNAME (or ALIAS)  ${edgeDomain}`));
  return found;
}

/** A page, and one call of each function that answers calls, with the status for a visitor without a session. */
export const visits = [
  ['/', 200],
  ['/api/health', 200],
  ['/api/auth/activity', 401],
  ['/api/chat/usage', 401],
  ['/api/ljmonitor/summary', 401],
  ['/api/ljmonitor/sold', 401],
  ['/api/minecraft_bedrock/v2', 401],
  ['/api/notify/settings', 401],
] as const;

/** The limit is long enough for a cold start. */
const patienceMs = 20_000;

/** Visits the site, and returns the first visit that is not answered as it should be. */
export async function checkAddress(url: string): Promise<Finding[]> {
  for (const [path, expected] of visits) {
    const address = url + path;
    try {
      const { status } = await fetch(address, { signal: AbortSignal.timeout(patienceMs) });
      if (status !== expected) return [fault(`${address} answers ${status} instead of ${expected}`)];
    } catch (error) {
      const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
      return [fault(`${address} is not responding: ${String(cause)}`)];
    }
  }
  return [];
}

const shownErrors = 3;
const shownLetters = 300;

/** Shows the newest failures of the last day, as the alarm Failures counts them. */
export async function checkErrors(logs: CloudWatchLogsClient, logGroups: string[], now: number): Promise<Finding[]> {
  const found: { atMs: number; text: string }[] = [];
  for (const logGroupName of logGroups) {
    const pages = paginateFilterLogEvents(
      { client: logs },
      { logGroupName, startTime: now - dayMs, filterPattern: '?ERROR ?"Task timed out" ?"Runtime exited"' },
    );
    // The oldest come first, and a page may be empty before the last one.
    for await (const { events = [] } of pages)
      for (const { timestamp: atMs = 0, message = '' } of events)
        found.push({ atMs, text: `${logGroupName}: ${message.trim().slice(0, shownLetters)}` });
  }
  return found
    .toSorted((one, other) => other.atMs - one.atMs)
    .slice(0, shownErrors)
    .map(({ atMs, text }) => fault(`${new Date(atMs).toISOString().slice(0, 16).replace('T', ' ')} UTC ${text}`));
}
