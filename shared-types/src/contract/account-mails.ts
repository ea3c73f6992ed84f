import * as z from 'zod';

/** Mails about an account are on, or wait until its address confirms them, or are off. */
export const MailState = z.enum(['on', 'pending', 'off']);
export type MailState = z.infer<typeof MailState>;

export const OwnMails = z.object({
  /** Null for an account without an address, which only the local site makes. */
  address: z.string().nullable(),
  state: MailState,
});
export type OwnMails = z.infer<typeof OwnMails>;
