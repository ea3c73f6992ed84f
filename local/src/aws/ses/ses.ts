import * as z from 'zod';
import type { TextMail } from '../../mailbox.ts';
import { localAccount } from '../access.ts';
import { textOf } from '../../json.ts';
import { refuse, respond, type Service } from '../endpoint.ts';

const Part = z.strictObject({ Data: z.string().min(1), Charset: z.literal('UTF-8') });
/** The product's part of docs.aws.amazon.com/ses/latest/APIReference-V2/API_SendEmail.html */
const SendEmail = z.strictObject({
  FromEmailAddress: z.email(),
  Destination: z.strictObject({ ToAddresses: z.array(z.email()).length(1) }),
  Content: z.strictObject({ Simple: z.strictObject({ Subject: Part, Body: z.strictObject({ Text: Part }) }) }),
});

/** docs.aws.amazon.com/ses/latest/dg/quotas.html: 40 MB after encoding, and one mail a second in the sandbox. */
const maxBytes = 40_000_000;
const minGapMs = 1000;

interface SesProps {
  /** The addresses from which the template lets the site send. */
  identities: readonly string[];
  clock: { now(): number };
  onMail: (mail: TextMail) => void;
}

/** Serves SES, in which the identities of the template are verified and every recipient takes mail. */
export function sesService({ identities, clock, onMail }: SesProps): Service {
  const { account, region } = localAccount;
  let sent = 0;
  let lastMs = -Infinity;
  return {
    deniedStatus: 403,
    requiredPermissions: (operation, { FromEmailAddress: from }) =>
      // The SDK posts to /v2/email/outbound-emails.
      operation.endsWith('/outbound-emails')
        ? [{ action: 'ses:SendEmail', resource: `arn:aws:ses:${region}:${account}:identity/${textOf(from)}` }]
        : undefined,
    serve({ input }, response) {
      const parsed = SendEmail.safeParse(input);
      if (!parsed.success) return refuse(response, 400, 'BadRequestException', z.prettifyError(parsed.error));
      const { FromEmailAddress, Destination, Content } = parsed.data;
      const { Subject, Body } = Content.Simple;
      if (!identities.includes(FromEmailAddress))
        return refuse(response, 400, 'MessageRejected', `Email address is not verified: ${FromEmailAddress}`);
      if (/[\r\n]/.test(Subject.Data)) return refuse(response, 400, 'BadRequestException', 'Subject has a line break');
      if (Buffer.byteLength(Body.Text.Data) > maxBytes)
        return refuse(response, 400, 'MessageRejected', 'Message length is more than the limit');
      const time = clock.now();
      if (time >= lastMs && time - lastMs < minGapMs)
        return refuse(response, 429, 'TooManyRequestsException', 'Maximum sending rate exceeded.');
      lastMs = time;
      const [to = ''] = Destination.ToAddresses;
      onMail({ to, subject: Subject.Data, text: Body.Text.Data, time });
      respond(response, { MessageId: `local-${++sent}` });
    },
  };
}
