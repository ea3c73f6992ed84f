import { setTimeout as pause } from 'node:timers/promises';
import { now } from '../platform/clock.ts';
import { documentClient } from '../platform/dynamodb/client.ts';
import { newToken } from '../platform/id.ts';
import { sqsClient } from '../platform/queue.ts';
import { readEnv } from '../platform/env.ts';
import { secretParameter } from '../platform/parameter.ts';
import { queueHandler } from '../platform/queue-handler.ts';
import { generateEnv } from './env.ts';
import { chatWork } from './answers/answer-worker.ts';
import { sqsGenerationQueue } from './jobs/job-queue.ts';
import { ChatJob } from './jobs/job.ts';
import { modelsWith } from './models/catalogue.ts';
import { openAiModel } from './models/openai-client.ts';
import { dynamoChatStore } from './chat-store.ts';

const env = readEnv(generateEnv);

const work = chatWork({
  store: dynamoChatStore(documentClient(), env.TABLE_NAME),
  queue: sqsGenerationQueue(sqsClient(), env.GENERATION_QUEUE_URL),
  model: openAiModel({
    baseURL: env.OPENAI_BASE_URL,
    apiKey: secretParameter(env.OPENAI_KEY_PARAMETER),
    timeoutMs: env.LONGEST_ANSWER_MS,
  }),
  // Woken early, nothing is wrong.
  wait: (ms, signal) => pause(ms, undefined, { signal }).catch(() => {}),
  now,
  newToken,
  settings: {
    models: modelsWith(env.ADDED_MODELS),
    systemPrompt: env.SYSTEM_PROMPT,
    temperature: env.TEMPERATURE,
    outputTokens: env.OUTPUT_TOKENS,
    longestAnswerMs: env.LONGEST_ANSWER_MS,
    tickMs: 250,
  },
});

export const handler = queueHandler(ChatJob, work, env.MOST_RECEIVES);
