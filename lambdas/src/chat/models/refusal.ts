import { parameterWords, reasonNames, refusalWords } from './dialects.ts';
import { ModelError, type RefusedParameter } from './failures.ts';
import { retryDelayMs } from './retry-delay.ts';

/** Returns the texts of a refusal, from any of its shapes. */
function reasonTexts(value: unknown, depth = 0): string[] {
  if (typeof value === 'string') return [value.slice(0, 2000)];
  if (typeof value !== 'object' || value === null || depth > 6) return [];
  if (Array.isArray(value)) return value.flatMap((each) => reasonTexts(each, depth + 1));
  return Object.entries(value).flatMap(([name, each]) => (reasonNames.has(name) ? reasonTexts(each, depth + 1) : []));
}

/** A server that repeats another server's refusal, or refuses in the middle of a stream, gives the status as a code. */
function statusIn(body: unknown): number | undefined {
  if (typeof body !== 'object' || body === null) return undefined;
  for (const name of ['error', 'code', 'status', 'status_code', 'statusCode']) {
    const value: unknown = Reflect.get(body, name);
    const status = name === 'error' ? statusIn(value) : Number(value);
    if (status !== undefined && Number.isInteger(status) && status >= 400 && status < 600) return status;
  }
  return undefined;
}

const isSmallContext = (text: string) => {
  const [, context] = /maximum context length is (\d+)/i.exec(text) ?? [];
  const [, answer] = /(\d+) in the (?:completion|output)/i.exec(text) ?? [];
  return context !== undefined && answer !== undefined && Number(answer) >= Number(context);
};

/** Returns the parameters without which the request may be accepted. */
function refusedParameters(text: string, param: unknown, code: string | undefined): RefusedParameter[] {
  const mentioned = typeof param === 'string' ? `${param}\n${text}` : text;
  const named = refusableParameters.filter((name) => parameterWords[name].test(mentioned));
  // A limit above the model's own is left out: the model's own ends the answer earlier.
  return code === 'answer_limit' ? [...named.filter((name) => name !== 'token_limit'), 'answer_length'] : named;
}

const refusableParameters = ['stream', 'stream_options', 'summary', 'effort', 'temperature', 'token_limit'] as const;

const paramOf = (body: unknown): unknown =>
  typeof body === 'object' &&
  body !== null &&
  'error' in body &&
  typeof body.error === 'object' &&
  body.error !== null &&
  'param' in body.error
    ? body.error.param
    : undefined;

/** Reads a refusal in any of the shapes that OpenAI's and similar servers have. */
export function refusalFrom(
  body: unknown,
  { status = statusIn(body), headers }: { status?: number | undefined; headers?: Headers } = {},
): ModelError {
  const text = reasonTexts(body).join('\n');
  const [code] = isSmallContext(text) ? ['answer_limit'] : (refusalWords.find(([, words]) => words.test(text)) ?? []);
  const retryAfterMs = retryDelayMs(headers, body, text);
  return new ModelError({
    ...(status !== undefined && { status }),
    ...(code !== undefined && { code }),
    ...(retryAfterMs !== undefined && { retryAfterMs }),
    ...((status === 400 || status === 422) && { parameters: refusedParameters(text, paramOf(body), code) }),
  });
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Reads the answer of a server that has refused a request. */
export async function readRefusal(response: Response): Promise<ModelError> {
  const text = await response.text().catch(() => '');
  return refusalFrom(parseJson(text) ?? text, response);
}
