import * as z from 'zod';
import { maxMemorySize, maxMessageLength, maxTitleLength } from '../rules/limits.ts';
import { messageStatuses, senderRoles } from '../rules/message-status.ts';
import { endpoint, Month, nothing, TimeMs } from './endpoint.ts';
import { TokenPrice } from './model.ts';

const ulid = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/;
export const ChatSessionId = z.string().regex(ulid, 'must be the id of a session');

/** `<sessionId>.<ulid>`: a message is found without an index. */
export const ChatMessageId = z
  .string()
  .regex(new RegExp(`${ulid.source.slice(0, -1)}\\.${ulid.source.slice(1)}`), 'must be the id of a message');

/** `chatModal` is the model's code; the wire keeps the product's own spelling. */
export const ChatSession = z.object({
  sessionId: ChatSessionId,
  title: z.string(),
  memorySize: z.int().min(1).max(maxMemorySize),
  chatProvider: z.literal('OPENAI'),
  chatModal: z.string(),
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
  failure: z.object({ code: z.string(), message: z.string(), retryable: z.boolean() }).optional(),
  usage: z.object({ inputTokens: z.int().nonnegative(), outputTokens: z.int().nonnegative() }).optional(),
  modelCode: z.string().optional(),
  finishReason: z.string().optional(),
  /** Of an answer that was asked for more than once: which of `versions`, oldest first, the text is. */
  version: z.int().positive().optional(),
  versions: z.array(z.int().positive()).optional(),
  /** The text is the one from before it was asked for again: nothing new has been said, or will be. */
  isFormer: z.boolean().optional(),
});
export type ChatMessage = z.infer<typeof ChatMessage>;

/** A date is YYYY-MM-DD. A model that is gone stays selectable where another server may still have it. */
export const ChatModel = z.object({
  code: z.string(),
  name: z.string(),
  retiresOn: z.iso.date().optional(),
  replacement: z.string().optional(),
  available: z.boolean(),
});
export type ChatModel = z.infer<typeof ChatModel>;

/** Half a character cannot be stored, nor told to a model. */
const isText = (value: string) => value.isWellFormed();
const notText = { message: 'must be well-formed Unicode' };

const bySession = { params: { sessionId: ChatSessionId } };
const byMessage = { params: { sessionMessageId: ChatMessageId } };
const text = z
  .string()
  .max(maxMessageLength)
  .refine((value) => value.trim() !== '', { message: 'must not be blank' })
  .refine(isText, notText);
const title = z.string().max(maxTitleLength).refine(isText, notText);
/** Chosen by the sender, new for each message: what is sent again with the same one, because no answer came, is sent once. */
const idempotencyKey = z
  .string()
  .regex(/^[\w-]{8,64}$/, 'must be 8 to 64 letters, digits, - or _')
  .optional();

export const chatApi = {
  /** Last active first. The next page starts after the last session of the one before; an empty page ends the list. */
  listSessions: endpoint('GET /api/chat/session/list', {
    query: z.strictObject({ lastSessionId: ChatSessionId.optional() }),
    response: z.array(ChatSession),
  }),
  createSession: endpoint('POST /api/chat/session/create', {
    body: z.strictObject({ title }),
    response: ChatSession,
  }),
  createSessionWithMessage: endpoint('POST /api/chat/session/create_with_message', {
    body: z.strictObject({ text, idempotencyKey }),
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
    body: z.strictObject({
      title: title.refine((value) => value.trim() !== '', { message: 'must not be blank' }).nullable(),
      memorySize: z.int().min(1).max(maxMemorySize).nullable(),
      modelCode: z.string().min(1).max(100).nullable(),
    }),
    response: ChatSession,
  }),
  /** Hidden at once, purged a minute later; until then it can be restored. */
  deleteSession: endpoint('POST /api/chat/session/{sessionId}/delete', { ...bySession, response: nothing }),
  restoreSession: endpoint('POST /api/chat/session/{sessionId}/restore', { ...bySession, response: ChatSession }),
  /** Newest first. */
  listMessages: endpoint('GET /api/chat/session/message/list', {
    query: z.strictObject({ sessionId: ChatSessionId, lastSessionMessageId: ChatMessageId.optional() }),
    response: z.array(ChatMessage),
  }),
  createMessage: endpoint('POST /api/chat/session/message/create', {
    query: z.strictObject({ sessionId: ChatSessionId }),
    body: z.strictObject({ text, idempotencyKey }),
    response: z.object({ sessionMessageId: ChatMessageId, assistantSessionMessageId: ChatMessageId }),
  }),
  /** Its text grows while it is IN_PROGRESS. */
  getMessage: endpoint('GET /api/chat/session/message/{sessionMessageId}', { ...byMessage, response: ChatMessage }),
  /**
   * Only an ASSISTANT message that is DONE or FAILED. What it said until then stays one of its versions. A text takes the
   * place of the question before it, which stays with the version that answered it; only the last one can be replaced.
   * Sent again it is taken once.
   */
  regenerateMessage: endpoint('POST /api/chat/session/message/{sessionMessageId}/regenerate', {
    ...byMessage,
    body: z.strictObject({ text: text.optional() }),
    response: ChatMessage,
  }),
  /** Only an ASSISTANT message that is DONE or FAILED, and one of its versions: the one that is shown is remembered. */
  showVersion: endpoint('POST /api/chat/session/message/{sessionMessageId}/show', {
    ...byMessage,
    body: z.strictObject({ version: z.int().positive() }),
    response: z.object({ answer: ChatMessage, question: ChatMessage.optional() }),
  }),
  /** Only a message that is not final yet. What was written so far stays. */
  stopMessage: endpoint('POST /api/chat/session/message/{sessionMessageId}/stop', {
    ...byMessage,
    response: ChatMessage,
  }),
  listModels: endpoint('GET /api/chat/models', { response: z.array(ChatModel) }),
  /** Tokens used this calendar month (UTC) and questions asked today, with the day's limit. */
  getUsage: endpoint('GET /api/chat/usage', {
    response: z.object({
      inputTokens: z.int().nonnegative(),
      outputTokens: z.int().nonnegative(),
      messagesToday: z.int().nonnegative(),
      messagesPerDay: z.int().positive(),
    }),
  }),
  /** What all people together have used this calendar month (UTC), as far as the provider tells. */
  getChatCosts: endpoint('GET /api/costs/chat', {
    access: 'owner',
    response: z.object({
      month: Month,
      answers: z.int().nonnegative(),
      models: z.array(
        z.object({
          modelCode: z.string(),
          inputTokens: z.int().nonnegative(),
          outputTokens: z.int().nonnegative(),
          /** In US dollars; null when nobody has said what it takes. */
          pricePerMillion: TokenPrice.nullable(),
        }),
      ),
    }),
  }),
};
