import * as z from 'zod';
import { maxHoldMs, maxMemorySize, maxMessageLength, maxSystemPromptLength, maxTitleLength } from '../rules/limits.ts';
import { messageStatuses, retryReasons, senderRoles } from '../rules/message-status.ts';
import { branchApi } from './chat/branches.ts';
import { ChatFile, fileApi, questionFiles } from './chat/files.ts';
import { ChatMessageId, ChatSessionId } from './chat/ids.ts';
import { importApi } from './chat/import.ts';
import { isText, notText } from './text.ts';
import { PersonaId, personaApi } from './chat/personas.ts';
import { searchApi } from './chat/search.ts';
import { endpoint, Month, nothing, queryDurationMs, QueryTimeMs, TimeMs, Version } from './endpoint.ts';
import { ReasoningEffort, TokenPrice } from './model.ts';
import { Spending } from './spending.ts';

/** A conversation. `chatModal` is the code of its model; the wire keeps the spelling of the specification. */
export const ChatSession = z.object({
  sessionId: ChatSessionId,
  title: z.string(),
  memorySize: z.int().min(1).max(maxMemorySize),
  chatProvider: z.literal('OPENAI'),
  chatModal: z.string(),
  /** The chosen effort. Without it the model thinks with its own default effort. */
  effort: ReasoningEffort.optional(),
  webSearch: z.boolean().optional(),
  /** The model reads it before the messages. Lists of conversations leave it out. */
  systemPrompt: z.string().optional(),
  /** A pinned conversation stands at the top of the list. Only lists have this field. */
  pinned: z.boolean().optional(),
  createTime: TimeMs,
  updateTime: TimeMs,
});
export type ChatSession = z.infer<typeof ChatSession>;

export const ChatMessage = z.object({
  sessionMessageId: ChatMessageId,
  text: z.string(),
  status: z.enum(messageStatuses),
  senderRole: z.enum(senderRoles),
  createTime: TimeMs,
  /** The files of a question. */
  files: z.array(ChatFile).optional(),
  failure: z
    .object({
      code: z.string(),
      message: z.string(),
      retryable: z.boolean(),
      /** When the limit ends that left no room for the answer. */
      limitEndsAt: TimeMs.optional(),
    })
    .optional(),
  usage: z
    .object({
      inputTokens: z.int().nonnegative(),
      outputTokens: z.int().nonnegative(),
      /** The searches of the web, which the provider bills apart. */
      searches: z.int().positive().optional(),
      /** In US dollars, if the price was known when the answer was written. */
      cost: z.number().nonnegative().optional(),
    })
    .optional(),
  /** The pages that the answer names as its sources. */
  citations: z.array(z.object({ url: z.url({ protocol: /^https?$/ }), title: z.string() })).optional(),
  /** The model's thoughts before the text, if the provider shows them. */
  thoughts: z.string().optional(),
  modelCode: z.string().optional(),
  finishReason: z.string().optional(),
  /** The shown one of `versions`, which are listed oldest first. An answer that was never regenerated has neither field. */
  version: z.int().positive().optional(),
  versions: z.array(z.int().positive()).optional(),
  /** No worker has had a place for the answer for some time. */
  isWaiting: z.boolean().optional(),
  /** When the answer was asked for, last; until it has words. */
  askedAt: TimeMs.optional(),
  /** The model is asked again `inMs` after the response, or has been if that is 0. The answer has no text of this attempt. */
  retry: z.object({ reason: z.enum(retryReasons), inMs: z.int().nonnegative() }).optional(),
  /** Tells apart the workers that have written a text, while it grows. */
  writer: z.string().optional(),
  /** The number of UTF-16 units that the page has already. The text is only what follows them. */
  after: z.int().nonnegative().optional(),
  /** The text is the previous answer, because the current attempt has written nothing. */
  isFormer: z.boolean().optional(),
});
export type ChatMessage = z.infer<typeof ChatMessage>;

/** An answer that is not the shown one, and the question that it answers to. */
export const AnswerVersion = ChatMessage.extend({ version: Version.positive(), question: z.string().optional() });
export type AnswerVersion = z.infer<typeof AnswerVersion>;

/** Dates are YYYY-MM-DD. A retired model stays selectable, because another server may still have it. */
export const ChatModel = z.object({
  code: z.string(),
  name: z.string(),
  /** The name of the provider that serves it. */
  provider: z.string(),
  retiresOn: z.iso.date().optional(),
  replacement: z.string().optional(),
  available: z.boolean(),
  efforts: z.array(ReasoningEffort).optional(),
  webSearch: z.boolean().optional(),
  /** It takes pictures. */
  pictures: z.boolean().optional(),
  /** It reads PDFs themselves, and not only their texts. */
  pdfs: z.boolean().optional(),
  /** The bytes of the pictures and PDFs that one question may show it, if they are fewer than those of all files of a question. */
  maxShownBytes: z.int().positive().optional(),
  /** The provider keeps the answers. */
  background: z.boolean().optional(),
  pricePerMillion: TokenPrice.optional(),
  /** A new conversation of this user begins with this model. */
  isInitial: z.boolean().optional(),
  /** It writes the titles of new conversations. */
  writesTitles: z.boolean().optional(),
});
export type ChatModel = z.infer<typeof ChatModel>;

const bySession = { params: { sessionId: ChatSessionId } };
const byMessage = { params: { sessionMessageId: ChatMessageId } };
const anyText = z.string().max(maxMessageLength).refine(isText, notText);
const notBlank = { message: 'must not be blank' };
const text = anyText.refine((value) => value.trim() !== '', notBlank);
/** A question needs no text if it has files. */
const saysSomething = ({ text: said, files = [] }: { text: string; files?: readonly unknown[] | undefined }) =>
  said.trim() !== '' || files.length > 0;
const ofText = { ...notBlank, path: ['text'] };
const title = z.string().max(maxTitleLength).refine(isText, notText);
/** An empty one stands for none. */
export const systemPrompt = z.string().max(maxSystemPromptLength).refine(isText, notText);
/** The sender chooses a new key for each message. A message that is sent again with its key is accepted once. */
const idempotencyKey = z
  .string()
  .regex(/^[\w-]{8,64}$/, 'must be 8 to 64 letters, digits, - or _')
  .optional();

const chatRoute = 'ANY /api/chat/{call}';

export const chatApi = {
  ...personaApi,
  ...fileApi,
  ...searchApi,
  ...importApi,
  ...branchApi,
  /** The pinned ones first, then the last active ones. The next page starts after the last session of the previous one, and an empty page ends the list. With its `updateTime` as `lastUpdateTime` the place stays, whatever happens to that session meanwhile. */
  listSessions: endpoint('GET /api/chat/session/list', {
    query: z
      .strictObject({ lastSessionId: ChatSessionId.optional(), lastUpdateTime: QueryTimeMs.optional() })
      .refine(({ lastSessionId, lastUpdateTime }) => lastSessionId !== undefined || lastUpdateTime === undefined, {
        message: 'lastUpdateTime needs lastSessionId',
      }),
    response: z.array(ChatSession),
  }),
  createSession: endpoint('POST /api/chat/session/create', {
    body: z.strictObject({ title }),
    response: ChatSession,
  }),
  createSessionWithMessage: endpoint('POST /api/chat/session/create_with_message', {
    repeatable: true,
    /** Without a model the conversation begins with that of the persona, or else with the one that `listModels` marks. */
    body: z
      .strictObject({
        text: anyText,
        idempotencyKey,
        files: questionFiles,
        modelCode: z.string().min(1).max(100).optional(),
        personaId: PersonaId.optional(),
        /** False keeps the first line of the question as the title, also on a site where a model writes titles. */
        titleByModel: z.boolean().optional(),
      })
      .refine(saysSomething, ofText),
    response: z.object({
      session: ChatSession,
      sessionMessageId: ChatMessageId,
      assistantSessionMessageId: ChatMessageId,
    }),
  }),
  searchSessions: endpoint('GET /api/chat/session/search', {
    query: z.strictObject({ title }),
    response: z.array(ChatSession),
  }),
  getSession: endpoint('GET /api/chat/session/{sessionId}', { ...bySession, response: ChatSession }),
  /** `null` leaves a field as it is. */
  updateSession: endpoint('POST /api/chat/session/{sessionId}/update', {
    ...bySession,
    repeatable: true,
    body: z.strictObject({
      title: title.refine((value) => value.trim() !== '', { message: 'must not be blank' }).nullable(),
      memorySize: z.int().min(1).max(maxMemorySize).nullable(),
      modelCode: z.string().min(1).max(100).nullable(),
      effort: ReasoningEffort.or(z.literal('default')).optional(),
      webSearch: z.boolean().optional(),
      systemPrompt: systemPrompt.optional(),
      pinned: z.boolean().optional(),
    }),
    response: ChatSession,
  }),
  /** Hides the conversation at once. It can be restored until it is purged, a minute later. */
  deleteSession: endpoint('POST /api/chat/session/{sessionId}/delete', {
    audit: 'conversationDeleted',
    cookies: true,
    ...bySession,
    repeatable: true,
    response: nothing,
  }),
  restoreSession: endpoint('POST /api/chat/session/{sessionId}/restore', {
    ...bySession,
    repeatable: true,
    response: ChatSession,
  }),
  /** Newest first. With `untilSessionMessageId` the page goes on to that message, or as far as one response can. */
  listMessages: endpoint('GET /api/chat/session/message/list', {
    query: z.strictObject({
      sessionId: ChatSessionId,
      lastSessionMessageId: ChatMessageId.optional(),
      untilSessionMessageId: ChatMessageId.optional(),
    }),
    response: z.array(ChatMessage),
  }),
  createMessage: endpoint('POST /api/chat/session/message/create', {
    repeatable: true,
    query: z.strictObject({ sessionId: ChatSessionId }),
    body: z.strictObject({ text: anyText, idempotencyKey, files: questionFiles }).refine(saysSomething, ofText),
    response: z.object({ sessionMessageId: ChatMessageId, assistantSessionMessageId: ChatMessageId }),
  }),
  /**
   * The text grows while the message is IN_PROGRESS. A caller that has `after` UTF-16 units of the text that a worker writes
   * gets the rest only, and the whole text if another worker writes it. The first poll of an answer asks to be held until there
   * are words, for `holdMs` at most.
   */
  getMessage: endpoint('GET /api/chat/session/message/{sessionMessageId}', {
    ...byMessage,
    query: z.strictObject({
      after: z
        .string()
        .regex(/^\d{1,6}$/, 'must be a number of UTF-16 units')
        .transform(Number)
        .optional(),
      writer: z.string().max(100).optional(),
      holdMs: queryDurationMs(maxHoldMs).optional(),
    }),
    response: ChatMessage,
  }),
  /**
   * Takes an ASSISTANT message that is DONE or FAILED. Its text until then stays one of its versions. A text in the body
   * replaces the question before the message, which must be the last one; the old question stays with its version. A
   * request that is sent twice begins one attempt.
   */
  regenerateMessage: endpoint('POST /api/chat/session/message/{sessionMessageId}/regenerate', {
    ...byMessage,
    body: z.strictObject({ text: text.optional() }),
    response: ChatMessage,
  }),
  /** Takes an ASSISTANT message that is DONE or FAILED, and one of its versions. The model remembers the shown version. */
  showVersion: endpoint('POST /api/chat/session/message/{sessionMessageId}/show', {
    ...byMessage,
    repeatable: true,
    body: z.strictObject({ version: Version.positive() }),
    response: z.object({ answer: ChatMessage, question: ChatMessage.optional() }),
  }),
  /** The versions of an answer beside the shown one, oldest first. */
  listVersions: endpoint('GET /api/chat/versions', {
    route: chatRoute,
    query: z.strictObject({ sessionMessageId: ChatMessageId }),
    response: z.array(AnswerVersion),
  }),
  /** Takes a message that is PENDING or IN_PROGRESS, and keeps the text that it has. */
  stopMessage: endpoint('POST /api/chat/session/message/{sessionMessageId}/stop', {
    ...byMessage,
    response: ChatMessage,
  }),
  /**
   * Copies a conversation up to a message into a new one. With a text the message is a question, and the new conversation asks the
   * text in its place, with its files. A call with the same key returns the same conversation.
   */
  forkSession: endpoint('POST /api/chat/fork', {
    route: chatRoute,
    repeatable: true,
    body: z.strictObject({
      sessionMessageId: ChatMessageId,
      idempotencyKey: idempotencyKey.unwrap(),
      text: anyText.optional(),
    }),
    response: ChatSession,
  }),
  listModels: endpoint('GET /api/chat/models', { route: chatRoute, response: z.array(ChatModel) }),
  /** The user's tokens of this calendar month (UTC), questions of today, and spending, with their limits. */
  getUsage: endpoint('GET /api/chat/usage', {
    response: z.object({
      inputTokens: z.int().nonnegative(),
      outputTokens: z.int().nonnegative(),
      messagesToday: z.int().nonnegative(),
      messagesPerDay: z.int().positive(),
      spending: Spending,
    }),
  }),
  /** The use of all users in this calendar month (UTC), as far as the provider reports it. */
  getChatCosts: endpoint('GET /api/costs/chat', {
    access: 'owner',
    response: z.object({
      month: Month,
      answers: z.int().nonnegative(),
      spending: Spending,
      models: z.array(
        z.object({
          modelCode: z.string(),
          inputTokens: z.int().nonnegative(),
          outputTokens: z.int().nonnegative(),
          /** US dollars; null if the price is unknown. */
          pricePerMillion: TokenPrice.nullable(),
        }),
      ),
      /** The models that the providers have begun to list in the last month, and that the site does not have. */
      newModels: z.array(z.object({ provider: z.string(), code: z.string() })),
    }),
  }),
};
