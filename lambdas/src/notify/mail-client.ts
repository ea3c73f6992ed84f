import { setTimeout as waitFor } from 'node:timers/promises';
import { SESv2Client, type SESv2ClientConfig, SendEmailCommand } from '@aws-sdk/client-sesv2';
import type { Sentence } from 'shared-types/rules/notify/topics';
import { requestHandler } from '../platform/outage.ts';
import { againAfter, type Mail, type Outcome } from './services/service.ts';

/** SES takes one mail a second from an account in its sandbox. */
const gapMs = 1000;
const maxTries = 3;

interface MailerOptions extends SESv2ClientConfig {
  wait?: (ms: number) => Promise<unknown>;
}

/** Sends mail through SES. A refusal has a reason for the person. */
export function sesMailer(from: string, { wait = waitFor, ...config }: MailerOptions = {}) {
  // SES may have taken a mail whose answer is late, and would send it again. The outbox tries again by itself, later.
  const client = new SESv2Client({ requestHandler, maxAttempts: 1, ...config });
  async function attempt({ to, subject, text }: Mail, tries: number): Promise<Outcome> {
    try {
      await client.send(
        new SendEmailCommand({
          FromEmailAddress: from,
          Destination: { ToAddresses: [to] },
          Content: { Simple: { Subject: part(subject), Body: { Text: part(text) } } },
        }),
      );
      return { kind: 'accepted' };
    } catch (error) {
      const name = error instanceof Error ? error.name : '';
      // Other channels have mailed within this second. SES has not taken this mail, and it need not wait for the next schedule.
      if (name === 'TooManyRequestsException' && tries < maxTries) {
        await wait(gapMs * tries * (1 + Math.random()));
        return attempt({ to, subject, text }, tries + 1);
      }
      return {
        kind: 'refused',
        reason: reasons[name] ?? { en: 'Could not send the email.', zh: '邮件发送失败。' },
        ...(name === 'TooManyRequestsException' && againAfter()),
      };
    }
  }
  return (mail: Mail) => attempt(mail, 1);
}

const part = (Data: string) => ({ Data, Charset: 'UTF-8' });

/** The errors of docs.aws.amazon.com/ses/latest/APIReference-V2/API_SendEmail.html */
const reasons: Record<string, Sentence> = {
  MessageRejected: {
    en: 'The email service refused the address. In the SES sandbox, the address must be verified there, too.',
    zh: '邮件服务拒绝了该地址。在 SES 沙盒中，收件地址也需先验证。',
  },
  TooManyRequestsException: { en: 'The email service received too many emails.', zh: '邮件服务收到的邮件过多。' },
  LimitExceededException: { en: 'The email service has no quota left.', zh: '邮件服务的额度已用完。' },
  SendingPausedException: { en: 'The email service has paused sending.', zh: '邮件服务已暂停发送。' },
  AccountSuspendedException: { en: 'The email service has suspended this site.', zh: '邮件服务已停用本站。' },
  MailFromDomainNotVerifiedException: {
    en: 'The address of this site is not verified.',
    zh: '本站的发件地址未经验证。',
  },
};
