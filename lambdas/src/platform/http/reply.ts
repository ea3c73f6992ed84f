import type { AuditNote } from '../audit/audit-event.ts';

/** An answer that also sets cookies or headers. Most routes return a plain answer. */
export class Reply<Answer> {
  readonly answer: Answer;
  readonly cookies: readonly string[];
  readonly headers: Record<string, string>;

  constructor(answer: Answer, cookies: readonly string[], headers: Record<string, string> = {}) {
    this.answer = answer;
    this.cookies = cookies;
    this.headers = headers;
  }
}

/** The cookies and headers of a request, which the contract does not describe. Only sign-in reads them. */
export interface RequestHeaders {
  /** Returns '' for a cookie that was not sent. */
  cookie: (name: string) => string;
  header: (name: string) => string | undefined;
  /** Adds facts to the call's event in the audit trail. */
  audit: (note: AuditNote) => void;
}
