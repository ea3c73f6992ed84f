import type { Service } from './service.ts';

const notSetUp = { en: 'Email is not set up on this site.', zh: '本站未设置邮件发送。' };

/** Sends through SES, which limits how many mails a day and a second an account sends, and refuses more. */
export const email: Service<'email'> = {
  // SES takes 40 MB, and a mail program shows what fits: docs.aws.amazon.com/ses/latest/dg/quotas.html
  limits: { textBytes: 60_000, hasLinks: true },
  labelOf: ({ address }) => address,
  problemOf: (_, { mail }) => (mail ? undefined : notSetUp.en),
  // A mail replaces no other one.
  send: async ({ title, text, url }, { address }, _context, { mail }) =>
    (await mail?.({ to: address, subject: title, text: `${text}\n\n${url}\n` })) ?? {
      kind: 'refused',
      reason: notSetUp,
    },
};
