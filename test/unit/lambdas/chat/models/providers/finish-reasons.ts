/** How the product shows an answer that ends for a reason: with words before it, and without one. */
interface End {
  /** The stored reason, or the failure of an answer that has words all the same. */
  withWords: { finishReason: string } | { failure: string };
  /** The failure of an answer without a word. */
  empty: string;
}

export const ends = {
  stop: { withWords: { finishReason: 'stop' }, empty: 'empty' },
  length: { withWords: { finishReason: 'length' }, empty: 'onlyThoughts' },
  context: { withWords: { finishReason: 'context_length' }, empty: 'tooLong' },
  filter: { withWords: { failure: 'filtered' }, empty: 'filtered' },
  tool: { withWords: { finishReason: 'tool_calls' }, empty: 'wantsTool' },
  broken: { withWords: { failure: 'interrupted' }, empty: 'interrupted' },
} satisfies Record<string, End>;

/** The finish reasons of providers, from their documentation and public reports. */
export const finishReasons: readonly [provider: string, reason: string, end: keyof typeof ends][] = [
  ['OpenAI', 'stop', 'stop'],
  ['OpenAI', 'length', 'length'],
  ['OpenAI', 'content_filter', 'filter'],
  ['OpenAI', 'tool_calls', 'tool'],
  ['OpenAI', 'function_call', 'tool'],
  ['OpenAI’s Responses behind a proxy', 'max_output_tokens', 'length'],
  ['Azure', 'content_filter', 'filter'],
  ['Gemini', 'STOP', 'stop'],
  ['Gemini', 'MAX_TOKENS', 'length'],
  ['Gemini', 'SAFETY', 'filter'],
  ['Gemini', 'RECITATION', 'filter'],
  ['Gemini', 'BLOCKLIST', 'filter'],
  ['Gemini', 'PROHIBITED_CONTENT', 'filter'],
  ['Gemini', 'SPII', 'filter'],
  ['Gemini', 'IMAGE_SAFETY', 'filter'],
  ['Gemini', 'MALFORMED_FUNCTION_CALL', 'tool'],
  ['Gemini', 'UNEXPECTED_TOOL_CALL', 'tool'],
  ['Vertex behind a proxy', 'FinishReason.MAX_TOKENS', 'length'],
  ['Vertex behind a proxy', 'FINISH_REASON_SAFETY', 'filter'],
  ['Zhipu', 'sensitive', 'filter'],
  ['Zhipu', 'network_error', 'broken'],
  ['Zhipu', 'model_context_window_exceeded', 'context'],
  ['Anthropic', 'end_turn', 'stop'],
  ['Anthropic', 'stop_sequence', 'stop'],
  ['Anthropic', 'max_tokens', 'length'],
  ['Anthropic', 'tool_use', 'tool'],
  ['Anthropic', 'refusal', 'filter'],
  ['Anthropic', 'model_context_window_exceeded', 'context'],
  ['Bedrock', 'guardrail_intervened', 'filter'],
  ['Bedrock', 'content_filtered', 'filter'],
  ['DeepSeek', 'insufficient_system_resource', 'broken'],
  ['Mistral', 'model_length', 'context'],
  ['Mistral', 'error', 'broken'],
  ['Cohere', 'COMPLETE', 'stop'],
  ['Cohere', 'STOP_SEQUENCE', 'stop'],
  ['Cohere', 'MAX_TOKENS', 'length'],
  ['Cohere', 'TOOL_CALL', 'tool'],
  ['Cohere', 'ERROR', 'broken'],
  ['Cohere', 'ERROR_TOXIC', 'filter'],
  ['Cohere', 'TIMEOUT', 'broken'],
  ['text-generation-inference', 'eos_token', 'stop'],
  ['vLLM', 'abort', 'broken'],
  ['OpenRouter', 'error', 'broken'],
  ['a proxy', 'Max-Tokens', 'length'],
];
