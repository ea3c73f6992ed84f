/** An answer with cookies or headers of its own. Most routes just return their answer. */
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

/** What of a request is no part of the contract: only sign-in asks for it. */
export interface RequestHeaders {
  /** '' when it was not sent. */
  cookie: (name: string) => string;
  header: (name: string) => string | undefined;
}
