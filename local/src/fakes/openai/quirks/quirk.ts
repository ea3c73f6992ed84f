/** An answer of a provider, as it goes over the wire. */
export interface QuirkReply {
  status: number;
  headers: Record<string, string>;
  body: string;
  /** The connection breaks after the body. */
  isCut?: boolean;
}

/** The state of the answer to 'What is tea?' when the site has finished it. */
export interface ExpectedEnd {
  /** The code of the failure; undefined for an answer that is complete. */
  failure?: string;
  text?: string;
  thoughts?: string;
  /** The tokens of the question and of the answer; null if the provider reports none that count. */
  usage?: readonly [number, number] | null;
  finishReason?: string;
  calls?: number;
}

/** A way in which a server with OpenAI's interface differs from OpenAI. */
export interface ProviderQuirk {
  name: string;
  /** The public documentation or report of this behavior. */
  source: string;
  /** The replies to the first calls. The last one is repeated. */
  replies: readonly QuirkReply[];
  ends: ExpectedEnd;
}

export const quirk = (
  name: string,
  source: string,
  replies: QuirkReply | readonly QuirkReply[],
  ends: ExpectedEnd = {},
): ProviderQuirk => ({ name, source, replies: 'body' in replies ? [replies] : replies, ends });

export const chunk = (delta: unknown, finish: unknown = null, more: object = {}) => ({
  id: 'chatcmpl-1',
  object: 'chat.completion.chunk',
  created: 1_700_000_000,
  model: 'm',
  choices: [{ index: 0, delta, finish_reason: finish }],
  ...more,
});

/** The chunks of the answer 'Tea.' */
export const tea = [chunk({ role: 'assistant', content: '' }), chunk({ content: 'Te' }), chunk({ content: 'a.' })];
export const stop = chunk({}, 'stop');
export const done = 'data: [DONE]\n\n';
export const usage = (prompt: unknown, completion: unknown, more: object = {}) => ({
  ...chunk({}),
  choices: [],
  usage: { prompt_tokens: prompt, completion_tokens: completion, ...more },
});

const event = (data: object | string) => (typeof data === 'string' ? data : `data: ${JSON.stringify(data)}\n\n`);

/** A text is sent as it is; an object becomes an event. */
export const stream = (...events: (object | string)[]): QuirkReply => ({
  status: 200,
  headers: { 'content-type': 'text/event-stream' },
  body: events.map(event).join(''),
});

export const cut = (...events: (object | string)[]): QuirkReply => ({ ...stream(...events), isCut: true });

export const json = (body: unknown, status = 200, headers: Record<string, string> = {}): QuirkReply => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: typeof body === 'string' ? body : JSON.stringify(body),
});

export const refusal = (status: number, body: unknown, headers?: Record<string, string>) => json(body, status, headers);

/** Returns an error in OpenAI's shape. */
export const error = (message: string, more: object = {}) => ({
  error: { message, type: 'invalid_request_error', param: null, code: null, ...more },
});

export const html = (status: number, title: string): QuirkReply => ({
  status,
  headers: { 'content-type': 'text/html' },
  body: `<!doctype html><title>${title}</title><h1>${title}</h1>`,
});

export const whole = (message: object, finish: unknown = 'stop', more: object = {}) => ({
  id: 'chatcmpl-1',
  object: 'chat.completion',
  created: 1_700_000_000,
  model: 'm',
  choices: [{ index: 0, message: { role: 'assistant', ...message }, finish_reason: finish }],
  usage: { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 },
  ...more,
});
