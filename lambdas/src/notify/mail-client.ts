import { SESv2Client, type SESv2ClientConfig, SendEmailCommand } from '@aws-sdk/client-sesv2';
import { requestHandler } from '../platform/outage.ts';
import type { Mail, Outcome } from './services/service.ts';

/** Sends mail through SES. A refusal has a reason for the person. */
export function sesMailer(from: string, config: SESv2ClientConfig = {}) {
  // SES may have taken a mail whose answer is late, and would send it again. The outbox tries again by itself, later.
  const client = new SESv2Client({ requestHandler, maxAttempts: 1, ...config });
  return async ({ to, subject, text }: Mail): Promise<Outcome> => {
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
      return {
        kind: 'refused',
        reason: reasons[error instanceof Error ? error.name : ''] ?? 'Could not send the email.',
      };
    }
  };
}

const part = (Data: string) => ({ Data, Charset: 'UTF-8' });

/** The errors of docs.aws.amazon.com/ses/latest/APIReference-V2/API_SendEmail.html */
const reasons: Record<string, string> = {
  MessageRejected:
    'The email service refused the address. In the SES sandbox, the address must be verified there, too.',
  TooManyRequestsException: 'The email service received too many emails.',
  LimitExceededException: 'The email service has no quota left.',
  SendingPausedException: 'The email service has paused sending.',
  AccountSuspendedException: 'The email service has suspended this site.',
  MailFromDomainNotVerifiedException: 'The address of this site is not verified.',
};
