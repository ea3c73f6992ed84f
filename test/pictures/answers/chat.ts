import type { ChatMessage, ChatSession } from 'shared-types/contract/chat';
import type { Answers } from './answers.ts';
import { day, hour, minute, now } from './now.ts';

const ulidOf = (number: number) => `01KAFPICTURE${String(number).padStart(14, '0')}`.replaceAll(/[ILOU]/g, '0');

const conversation = (number: number, title: string, age: number): ChatSession => ({
  sessionId: ulidOf(number),
  title,
  memorySize: 10,
  chatProvider: 'OPENAI',
  chatModal: 'gpt-6.1-terra',
  effort: 'medium',
  createTime: now - age - hour,
  updateTime: now - age,
});

const conversations = [
  conversation(1, 'Fair price of a flat', 12 * minute),
  conversation(2, '花园计划', 3 * hour),
  conversation(3, 'A backup that restores itself', day),
  conversation(4, 'Names for a server', 2 * day),
  conversation(5, 'A title so long that no phone shows all of it, and hardly any window either', 9 * day),
];

export const openConversation = ulidOf(1);

let messages = 0;

const message = (
  senderRole: ChatMessage['senderRole'],
  text: string,
  over: Partial<ChatMessage> = {},
): ChatMessage => ({
  sessionMessageId: `${openConversation}.${ulidOf((messages += 1))}`,
  text,
  status: 'DONE',
  senderRole,
  createTime: now - (30 - messages) * minute,
  ...over,
});

const written = {
  modelCode: 'gpt-6.1-terra',
  usage: { inputTokens: 412, outputTokens: 186, cost: 0.001_342 },
  finishReason: 'stop',
};

const prices = `A flat of **89 ㎡** at **838 万** is close to the median of its community:

| | asked | median |
| --- | ---: | ---: |
| price of a ㎡ (元) | 93 736 | 95 250 |
| days on the market | 21 | 46 |

The price fell twice, by 8 万 and by 14 万. I would offer less:

1. Ask why it is sold.
2. Compare with what was *sold*, not with what is asked.
3. Offer 4% below.`;

const code = `The median of a list, without changing it:

\`\`\`ts
const median = (values: readonly number[]) => {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1]! + sorted[middle]!) / 2;
};
\`\`\`

It takes $O(n \\log n)$ steps.`;

/** The newest comes first, as in the site's answers. */
const conversed = [
  message('USER', '青枫家园 89 平米，838 万，价格合理吗？'),
  message('ASSISTANT', prices, { ...written, thoughts: 'The person asks for a comparison with the community.' }),
  message('USER', 'Write a function for the median, please.'),
  message('ASSISTANT', code, { ...written, version: 2, versions: [1, 2] }),
].toReversed();

const asked = message('USER', 'And the mean?');
const awaited = message('ASSISTANT', '', { status: 'IN_PROGRESS', askedAt: now - 72_000 });

/** The newest question has no word of its answer yet. */
export const thinking: Answers = {
  'GET /api/chat/session/message/list': ({ query }) =>
    query.has('lastSessionMessageId') ? [] : [awaited, asked, ...conversed],
  'GET /api/chat/session/message/{sessionMessageId}': () => awaited,
};

const refused = message('USER', 'One more thing');
const failed = message('ASSISTANT', '', {
  status: 'FAILED',
  modelCode: 'gpt-6.1-terra',
  failure: { code: 'quotaExceeded', message: 'The provider refused the question.', retryable: false },
});

export const failedAnswer: Answers = {
  'GET /api/chat/session/message/list': ({ query }) =>
    query.has('lastSessionMessageId') ? [] : [failed, refused, ...conversed],
};

const spent = { tokens: 41_200, tokenLimit: 3_000_000, dollars: 0.14, dollarLimit: 5 };
const spending = { day: spent, month: { tokens: 1_048_650, tokenLimit: 30_000_000, dollars: 1.47, dollarLimit: 40 } };

export const chatAnswers: Answers = {
  'GET /api/chat/session/list': ({ query }) => (query.has('lastSessionId') ? [] : conversations),
  'GET /api/chat/session/{sessionId}': ({ params }) =>
    conversations.find(({ sessionId }) => sessionId === params['sessionId']),
  'GET /api/chat/session/message/list': ({ query }) => (query.has('lastSessionMessageId') ? [] : conversed),
  'GET /api/chat/session/search': () => [],
  'GET /api/chat/personas': () => [],
  'GET /api/chat/models': () => [
    {
      code: 'gpt-6.1-terra',
      name: 'GPT-6.1 Terra',
      provider: 'OpenAI',
      available: true,
      efforts: ['none', 'low', 'medium', 'high'],
      webSearch: true,
      pricePerMillion: { input: 1, output: 5 },
      isInitial: true,
    },
    {
      code: 'gpt-4o',
      name: 'GPT-4o',
      provider: 'OpenAI',
      available: true,
      pricePerMillion: { input: 2.5, output: 10 },
    },
  ],
  'GET /api/chat/usage': () => ({
    inputTokens: 812_400,
    outputTokens: 131_050,
    messagesToday: 14,
    messagesPerDay: 200,
    spending,
  }),
  'GET /api/costs/chat': () => ({
    month: '2026-11',
    answers: 214,
    spending,
    models: [
      {
        modelCode: 'gpt-6.1-terra',
        inputTokens: 812_400,
        outputTokens: 131_050,
        pricePerMillion: { input: 1, output: 5 },
      },
      { modelCode: 'o3-mini', inputTokens: 64_300, outputTokens: 40_900, pricePerMillion: null },
    ],
    newModels: [{ provider: 'OpenAI', code: 'gpt-6.2-luna' }],
  }),
};
