/** A mail with a confirmation code, sent by Cognito. */
export interface CodeMail {
  to: string;
  code: string;
  time: number;
}

/** A mail with a text, sent by an SNS topic. */
export interface TextMail {
  to: string;
  subject: string;
  text: string;
  time: number;
}

export type Mail = CodeMail | TextMail;

export interface Mailbox {
  /** Oldest first. */
  readonly mails: readonly Mail[];
  receive(mail: Mail): void;
}

/** Collects the mails that AWS would send, and prints them. */
export function createMailbox(log: (line: string) => void): Mailbox {
  const mails: Mail[] = [];
  return {
    mails,
    receive(mail) {
      mails.push(mail);
      log(`Email to ${mail.to}: ${'code' in mail ? `the code is ${mail.code}` : mail.subject}`);
    },
  };
}
