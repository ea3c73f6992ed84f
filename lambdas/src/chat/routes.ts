import type { chatApi } from 'shared-types/contract/chat';
import { conversationIdOf } from 'shared-types/rules/message-status';
import { AppError } from '../platform/app-error.ts';
import type { Routes } from '../platform/http/http-handler.ts';
import { ask, askAgain, look, show, stop } from './messages/exchange.ts';
import { monthOf, usageOf } from './quota/quota.ts';
import { asChatMessage } from './messages/message.ts';
import { asChatModel, priceOf } from './models/catalogue.ts';
import type { ChatPorts } from './ports.ts';
import {
  asChatSession,
  beginningOf,
  isTitled,
  newSession,
  refuseUnknownModel,
  type Session,
  titleOf,
} from './conversations/conversation.ts';

const sessionsPerPage = 20;
const messagesPerPage = 20;
const mostFound = 50;

/** As long as a deletion can be undone. */
const purgeAfterSeconds = 60;

export function chatRoutes(ports: ChatPorts): Routes<typeof chatApi> {
  const { store, queue, now, newId, settings } = ports;
  const { catalogue, defaults } = settings;

  async function startSession(userId: string, title: string) {
    const begin = beginningOf(await store.findChoice(userId), defaults, catalogue, now());
    return newSession({ userId, sessionId: newId(), title }, begin, now());
  }

  return {
    async listSessions({ query: { lastSessionId }, user: { userId } }) {
      const last = lastSessionId === undefined ? undefined : await store.getSession(userId, lastSessionId);
      return (await store.pageSessions(userId, last, sessionsPerPage)).map(asChatSession);
    },

    async searchSessions({ query: { title }, user }) {
      const found: Session[] = [];
      for await (const session of store.everySession(user.userId)) {
        if (isTitled(session, title)) found.push(session);
        if (found.length === mostFound) break;
      }
      return found.map(asChatSession);
    },

    async createSession({ body: { title }, user }) {
      const session = await startSession(user.userId, title);
      await store.putSession(session);
      return asChatSession(session);
    },

    async createSessionWithMessage({ body, user }) {
      const session = await startSession(user.userId, titleOf(body.text));
      const sent = await ask(ports, { session, isNew: true }, body);
      // Sent again, it is the session of the first time.
      const { sessionId } = session;
      const isSame = conversationIdOf(sent.sessionMessageId) === sessionId;
      const asked = isSame ? session : await store.getSession(user.userId, conversationIdOf(sent.sessionMessageId));
      return {
        session: asChatSession(asked),
        sessionMessageId: sent.sessionMessageId,
        assistantSessionMessageId: sent.assistantSessionMessageId,
      };
    },

    async getSession({ params: { sessionId }, user: { userId } }) {
      return asChatSession(await store.getSession(userId, sessionId));
    },

    async updateSession({ params: { sessionId }, body, user: { userId } }) {
      refuseUnknownModel(body.modelCode, catalogue.models);
      const session = await store.changeSession(userId, sessionId, body);
      await store.putChoice(userId, body);
      return asChatSession(session);
    },

    async deleteSession({ params: { sessionId }, user: { userId } }) {
      const session = await store.findSession(userId, sessionId);
      if (!session) throw new AppError('notFound', 'There is no such chat.');
      if (session.deletedAtMs !== null) return {};
      // The purge first: it does nothing to a session that was not deleted, and cannot be forgotten for one that was.
      const deletedAtMs = now().getTime();
      await queue.send({ kind: 'purge', userId, sessionId, deletedAtMs }, purgeAfterSeconds);
      await store.hideSession(session, deletedAtMs);
      return {};
    },

    async restoreSession({ params: { sessionId }, user: { userId } }) {
      return asChatSession(await store.restoreSession(userId, sessionId));
    },

    async listMessages({ query: { sessionId, lastSessionMessageId }, user: { userId } }) {
      await store.getSession(userId, sessionId);
      if (lastSessionMessageId !== undefined && conversationIdOf(lastSessionMessageId) !== sessionId) {
        throw new AppError('notFound', 'There is no such message.');
      }
      return (await store.pageMessages(sessionId, lastSessionMessageId, messagesPerPage)).map(asChatMessage);
    },

    async createMessage({ query: { sessionId }, body, user: { userId } }) {
      const session = await store.getSession(userId, sessionId);
      const { sessionMessageId, assistantSessionMessageId } = await ask(ports, { session, isNew: false }, body);
      return { sessionMessageId, assistantSessionMessageId };
    },

    async getMessage({ params: { sessionMessageId }, user: { userId } }) {
      return asChatMessage(await look(ports, userId, sessionMessageId));
    },

    async regenerateMessage({ params: { sessionMessageId }, body: { text }, user: { userId } }) {
      return asChatMessage(await askAgain(ports, userId, { sessionMessageId, text }));
    },

    async showVersion({ params: { sessionMessageId }, body: { version }, user: { userId } }) {
      const { question, answer } = await show(ports, userId, { sessionMessageId, version });
      return { answer: asChatMessage(answer), ...(question && { question: asChatMessage(question) }) };
    },

    async stopMessage({ params: { sessionMessageId }, user: { userId } }) {
      return asChatMessage(await stop(ports, userId, sessionMessageId));
    },

    async listModels() {
      return catalogue.models.map((model) => asChatModel(model, catalogue, now()));
    },

    async getUsage({ user: { userId } }) {
      return usageOf(await store.findLimits(userId), settings.limits, now());
    },

    async getChatCosts() {
      const month = monthOf(now());
      const { answers, models } = await store.findUse(month);
      const used = [...models].map(([modelCode, usage]) => ({
        modelCode,
        ...usage,
        pricePerMillion: priceOf(modelCode, catalogue) ?? null,
      }));
      return { month, answers, models: used.toSorted((a, b) => a.modelCode.localeCompare(b.modelCode)) };
    },
  };
}
