/**
 * The words in which providers say the same: the one table at the border to them. Everything behind it knows the product's words
 * only. A word that no row has is not dropped: an unknown end is stored and shown, an unknown refusal counts by its status.
 */

/** How an answer ends, in the product's words and in the providers'. Case, punctuation and a prefix as in FINISH_REASON_STOP do not count. */
const ends = {
  stop: 'stop end_turn stop_sequence stop_token eos eos_token end done complete completed finish finished normal',
  length: 'length max_tokens max_output_tokens max_completion_tokens max_new_tokens max_length token_limit limit',
  /** The conversation and the answer have filled the model's context. */
  context_length:
    'context_length model_context_window_exceeded context_window_exceeded context_length_exceeded model_length error_limit',
  content_filter:
    'content_filter content_filtered content_policy sensitive safety image_safety recitation blocklist prohibited_content spii refusal blocked moderation guardrail_intervened model_armor error_toxic data_inspection_failed',
  tool_calls:
    'tool_calls tool_call tool_use function_call function_calls unexpected_tool_call malformed_function_call too_many_tool_calls',
  /** A failure of the server has ended the answer. */
  broken_off:
    'error abort aborted network_error insufficient_system_resource engine_error server_error internal_error failed timeout cancelled canceled user_cancel model_unloaded',
};

const letters = (word: string) =>
  word
    .toLowerCase()
    .replace(/^(?:finish|stop)_?reason[._]/, '')
    .replaceAll(/[^a-z]/g, '');

const endsByWord = new Map(
  Object.entries(ends).flatMap(([end, words]) => words.split(' ').map((word) => [letters(word), end] as const)),
);

const maxReasonLength = 50;

/** Returns the product's word for the end of an answer, or the provider's own if it is unknown. */
export const finishReasonOf = (word: string): string =>
  endsByWord.get(letters(word)) ?? word.trim().replaceAll(/\s+/g, ' ').slice(0, maxReasonLength).toWellFormed();

/** Marks between which a model writes its thoughts into its text. */
export interface ThoughtMarks {
  open: string;
  close: readonly string[];
  /** The thoughts begin behind this word, if there is one. */
  head?: string;
}

const tags = [
  'think',
  'thinking',
  'thought',
  'thoughts',
  'reasoning',
  'redacted_thinking',
  'antThinking',
  'seed:think',
];

export const thoughtMarks: readonly ThoughtMarks[] = [
  ...tags.map((tag) => ({ open: `<${tag}>`, close: [`</${tag}>`] })),
  { open: '[THINK]', close: ['[/THINK]'] },
  { open: '◁think▷', close: ['◁/think▷'] },
  { open: '<|START_THINKING|>', close: ['<|END_THINKING|>'] },
  { open: '<|begin_of_thought|>', close: ['<|end_of_thought|>'] },
  { open: '<|channel>thought', close: ['<channel|>'] },
];

/** The channels of gpt-oss (OpenAI's harmony format). All but the channel `final` are thoughts or calls of tools. */
export const channelMarks: readonly ThoughtMarks[] = ['analysis', 'commentary'].map((channel) => ({
  open: `<|channel|>${channel}`,
  head: '<|message|>',
  close: ['<|end|>', '<|call|>', '<|return|>', '<|channel|>final<|message|>'],
}));

/** What stands around the text of an answer in channels. */
export const channelFrames: readonly string[] = [
  '<|start|>assistant',
  '<|channel|>final<|message|>',
  '<|message|>',
  '<|end|>',
  '<|return|>',
];

/** The parameters without which a request is sent again, and the texts by which servers refuse them. */
export const parameterWords = {
  stream: /^stream$|\bstream(ing)?\b.{0,40}\b(not|un)[ -]?(support|allow)|unsupported.{0,20}\bstream(ing)?\b/im,
  stream_options: /\bstream_options\b/,
  summary: /\breasoning[._ ]summar|['"`]reasoning['"`]|^reasoning$/im,
  effort: /\breasoning[._ ]?effort|['"`]reasoning['"`]|^reasoning$/im,
  temperature: /\btemperature\b/i,
  /** The name of the limit of tokens. The limit stays under its other name, because the money ceiling counts on it. */
  token_limit: /\bmax_(completion_)?tokens\b/i,
} as const;

/**
 * The reasons of a refusal, and the words by which providers give them. Their servers agree neither on codes nor on statuses.
 * The first match counts: a limit of the answer is often explained by the context length.
 */
export const refusalWords: readonly (readonly [code: string, words: RegExp])[] = [
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
    /max_(completion_|output_)?tokens['"`]? is too large|invalid max_tokens|max_(completion_|output_)?tokens.{0,40}(valid range|at most|must be (less|between|smaller)|above max)|range of max_tokens|max tokens must be|maxOutputTokens value|max_tokens: \d+ >/i,
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
export const reasonNames: ReadonlySet<string> = new Set([
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

/** The names under which a body says when to ask again: in seconds, or as a duration such as "36s". */
export const retryNames = /^retry[_-]?(?:delay|after|in)(?:[_-]?seconds)?$/i;

/** The sentences that say when to ask again, as in "Please try again in 1m12.5s." */
export const retrySentence =
  /\b(?:try again|retry|wait)(?: in| after| for)? ((?:\d+(?:\.\d+)? ?[a-z]+(?: and)?,? ?)+)/i;
