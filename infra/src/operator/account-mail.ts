import { createHash } from 'node:crypto';
import { PublishCommand, type SNSClient } from '@aws-sdk/client-sns';
import { accountMail, accountMailAttribute } from 'shared-types/rules/auth/account-mail';
import type { AuditKind } from 'shared-types/rules/audit';

interface MailedSite {
  sns: SNSClient;
  mailTopic: string;
  siteName: string;
  now: () => number;
}

/**
 * Tells the owner of an account what the operator did to it, as lambdas/src/auth/mails/mail-topic.ts does. A failure is only
 * printed, because the command is done by then.
 */
export async function tellAccountOwner(
  { sns, mailTopic, siteName, now }: MailedSite,
  kind: AuditKind,
  address: string,
) {
  const by = { browser: 'other', network: '', origin: undefined, hasPassword: true } as const;
  const mail = accountMail({ kind, timeMs: now(), siteName, ...by });
  if (!mail) return;
  const account = createHash('sha256').update(address).digest('hex');
  const publishing = new PublishCommand({
    TopicArn: mailTopic,
    Subject: mail.subject,
    Message: mail.text,
    MessageAttributes: { [accountMailAttribute]: { DataType: 'String', StringValue: account } },
  });
  await sns.send(publishing).catch((error: unknown) => {
    console.error(`The owner of the account got no mail: ${String(error)}`);
  });
}
