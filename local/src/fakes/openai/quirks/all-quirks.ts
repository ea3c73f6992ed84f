import { azureCases } from './azure.ts';
import type { ProviderQuirk } from './quirk.ts';
import { deepSeekCases } from './deepseek.ts';
import { liteLlmCases } from './lite-llm.ts';
import { llamaCppCases } from './llama-cpp.ts';
import { mistralCases } from './mistral.ts';
import { ollamaCases } from './ollama.ts';
import { openAiCases } from './openai.ts';
import { openRouterCases } from './open-router.ts';
import { vllmCases } from './vllm.ts';

/** The differences between servers with OpenAI's interface, each from a public source. */
export const providerQuirks: readonly ProviderQuirk[] = [
  ...openAiCases,
  ...azureCases,
  ...vllmCases,
  ...llamaCppCases,
  ...ollamaCases,
  ...mistralCases,
  ...deepSeekCases,
  ...openRouterCases,
  ...liteLlmCases,
];
