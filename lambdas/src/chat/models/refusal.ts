import { ModelError } from './failures.ts';

/**
 * The reasons of a refusal, and the words by which providers give them. Their servers agree neither on codes nor on statuses.
 * The first match counts: a limit of the answer is often explained by the context length.
 */
const reasons: readonly [code: string, words: RegExp][] = [
  [
    'invalid_api_key',
    /invalid_api_key|(incorrect|invalid|no) api key|api key not valid|authentication (error|fails)|no_db_connection/i,
  ],
  [
    'insufficient_quota',
    /insufficient_quota|insufficient (balance|credit|fund)|billing_(hard|not)|(more|out of) credits|credit balance|budget has been exceeded/i,
  ],
  [
    'content_filter',
    /content_filter|content_policy|content management policy|invalid_prompt|content exists risk|flagged|moderation|data_inspection/i,
  ],
  [
    'answer_limit',
    /max_(completion_)?tokens['"`]? is too large|invalid max_tokens|max_tokens.{0,40}(valid range|at most|must be less)|max_tokens: \d+ >/i,
  ],
  [
    'context_length_exceeded',
    /context_length_exceeded|exceed_context|context ?window|context (size|length)|prompt is too long|too large for model with|input token count.*exceeds|string_above_max_length|`inputs` tokens/i,
  ],
  [
    'other_api',
    /not a chat model|v1\/(responses|completions)|does not (support|work with).{0,40}\bchat|chat_?completion operation does not|not support chat completions|chat template/i,
  ],
  [
    'picture',
    /invalid_image|image_(url|parse|content|size)|(invalid|unsupported|unable to (process|download)|download|decod).{0,40}\bimage|does not support (image|vision)|image input/i,
  ],
  ['request_too_large', /(request|payload|entity) too large/i],
  [
    'model_not_found',
    /model_not_found|deploymentnotfound|(invalid|unknown|no such) model|not a valid model|no endpoints found|decommissioned|model.{0,120}(not found|not exist)/i,
  ],
  [
    'unsupported_parameter',
    /unsupported_(parameter|value)|unsupportedparams|unrecognized request argument|extra_forbidden|extra inputs|unknown (parameter|field|name)|not supported with this model|role not supported|roles must alternate/i,
  ],
  ['rate_limit_exceeded', /rate.?limit|too many requests|resource.?exhausted/i],
];

/** The names under which servers put the reason of a refusal. Other fields may repeat the question. */
const reasonNames = new Set([
  'error',
  'message',
  'msg',
  'detail',
  'code',
  'type',
  'title',
  'raw',
  'metadata',
  'loc',
  'errors',
  'innererror',
]);

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
  const [, answer] = /(\d+) in the completion/i.exec(text) ?? [];
  return context !== undefined && answer !== undefined && Number(answer) >= Number(context);
};

/** Returns the parameter without which the request may be accepted. */
function refusedParameter(text: string, param: unknown): ModelError['parameter'] {
  if (param === 'reasoning.summary' || /reasoning summar/i.test(text)) return 'summary';
  if (/\bstream_options\b/.test(`${text} ${String(param)}`)) return 'stream_options';
  const isStream =
    param === 'stream' ||
    /\bstream(ing)?\b.{0,40}\b(not|un)[ -]?(support|allow)|unsupported.{0,20}\bstream/i.test(text);
  return isStream ? 'stream' : undefined;
}

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
  const [code] = isSmallContext(text) ? ['answer_limit'] : (reasons.find(([, words]) => words.test(text)) ?? []);
  const retryAfterMs = headers && parseRetryAfter(headers);
  const parameter = status === 400 || status === 422 ? refusedParameter(text, paramOf(body)) : undefined;
  return new ModelError({
    ...(status !== undefined && { status }),
    ...(code !== undefined && { code }),
    ...(retryAfterMs !== undefined && { retryAfterMs }),
    ...(parameter !== undefined && { parameter }),
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

function parseRetryAfter(headers: Headers): number | undefined {
  const exact = Number(headers.get('retry-after-ms') ?? Number.NaN);
  if (exact > 0) return exact;
  const given = headers.get('retry-after');
  if (!given) return undefined;
  const ms = /^\d+(\.\d+)?$/.test(given) ? Number(given) * 1000 : Date.parse(given) - Date.now();
  return Number.isFinite(ms) ? Math.max(ms, 0) : undefined;
}
