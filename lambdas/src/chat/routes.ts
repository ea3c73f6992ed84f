import type { chatApi } from 'shared-types/contract/chat';
import { conversationIdOf } from 'shared-types/rules/message-status';
import { AppError } from '../platform/app-error.ts';
import type { Routes } from '../platform/http/http-handler.ts';
import { readMessage } from './answers/recovery.ts';
import { stopAnswer, stopAnswersOf } from './answers/stop-answer.ts';
import { ask, regenerate, showVersion } from './messages/exchange.ts';
import { messagesToday, tokensThisMonth } from './quota/quota.ts';
import { monthOf, spendingSummary } from './quota/spending.ts';
import { restAfter, toChatMessage } from './messages/message.ts';
import { toChatModel, priceOf } from './models/catalogue.ts';
import { newModels, withOffers } from './offers/offer.ts';
import type { ChatPorts } from './ports.ts';
import {
  toChatSession,
  type Conversation,
  conversationNotFound,
  initialSettings,
  newConversation,
  rejectUnknownModel,
  titleFromQuestion,
  titleMatches,
} from './conversations/conversation.ts';

const conversationsPerPage = 20;
const messagesPerPage = 20;
const maxSearchResults = 50;

/** A deletion can be undone until then. */
const purgeAfterSeconds = 60;

export function chatRoutes(ports: ChatPorts): Routes<typeof chatApi> {
  const { store, queue, now, newId, settings } = ports;
  const { catalogue, defaults } = settings;

  const initialSettingsOf = async (userId: string) =>
    initialSettings(await store.findLastSettings(userId), defaults, catalogue, now());

  async function startConversation(userId: string, title: string, modelCode?: string) {
    const initial = await initialSettingsOf(userId);
    const chosen = { ...initial, ...(modelCode !== undefined && { modelCode }) };
    return newConversation({ userId, conversationId: newId(), title }, chosen, now());
  }

  return {
    async listSessions({ query: { lastSessionId }, user: { userId } }) {
      const last = lastSessionId === undefined ? undefined : await store.getConversation(userId, lastSessionId);
      return (await store.pageConversations(userId, last, conversationsPerPage)).map(toChatSession);
    },

    async searchSessions({ query: { title }, user }) {
      const found: Conversation[] = [];
      for await (const conversation of store.allConversations(user.userId)) {
        if (titleMatches(conversation, title)) found.push(conversation);
        if (found.length === maxSearchResults) break;
      }
      return found.map(toChatSession);
    },

    async createSession({ body: { title }, user }) {
      const conversation = await startConversation(user.userId, title);
      await store.createConversation(conversation);
      return toChatSession(conversation);
    },

    async createSessionWithMessage({ body, user }) {
      const { modelCode } = body;
      rejectUnknownModel(modelCode ?? null, catalogue.models);
      const started = await startConversation(user.userId, titleFromQuestion(body.text), modelCode);
      const sent = await ask(ports, { conversation: started, isNew: true }, body);
      // A request that was sent twice returns the conversation of the first one.
      const conversationId = conversationIdOf(sent.sessionMessageId);
      const isFirst = conversationId === started.conversationId;
      if (modelCode !== undefined) await store.saveLastSettings(user.userId, { modelCode, memorySize: null });
      const conversation = isFirst ? started : await store.getConversation(user.userId, conversationId);
      return {
        session: toChatSession(conversation),
        sessionMessageId: sent.sessionMessageId,
        assistantSessionMessageId: sent.assistantSessionMessageId,
      };
    },

    async getSession({ params: { sessionId }, user: { userId } }) {
      return toChatSession(await store.getConversation(userId, sessionId));
    },

    async updateSession({ params: { sessionId }, body, user: { userId } }) {
      rejectUnknownModel(body.modelCode, catalogue.models);
      const conversation = await store.updateConversation(userId, sessionId, body);
      await store.saveLastSettings(userId, body);
      return toChatSession(conversation);
    },

    async deleteSession({ params: { sessionId }, user: { userId }, request }) {
      const conversation = await store.findConversation(userId, sessionId);
      if (!conversation) throw conversationNotFound();
      if (conversation.deletedAtMs !== null) {
        request.audit({ isNothing: true });
        return {};
      }
      // The purge is queued first, so that none is missing. It ignores a conversation that is not deleted.
      const deletedAtMs = now().getTime();
      await queue.send({ kind: 'purge', userId, sessionId, deletedAtMs }, purgeAfterSeconds);
      const isHidden = await store.hideConversation(conversation, deletedAtMs);
      request.audit({ isNothing: !isHidden });
      await stopAnswersOf(ports, userId, sessionId);
      return {};
    },

    async restoreSession({ params: { sessionId }, user: { userId } }) {
      return toChatSession(await store.restoreConversation(userId, sessionId));
    },

    async listMessages({ query: { sessionId, lastSessionMessageId }, user: { userId } }) {
      await store.getConversation(userId, sessionId);
      if (lastSessionMessageId !== undefined && conversationIdOf(lastSessionMessageId) !== sessionId) {
        throw new AppError('notFound', 'This message does not exist or has been deleted.');
      }
      return (await store.pageMessages(sessionId, lastSessionMessageId, messagesPerPage)).map(toChatMessage);
    },

    async createMessage({ query: { sessionId }, body, user: { userId } }) {
      const conversation = await store.getConversation(userId, sessionId);
      const { sessionMessageId, assistantSessionMessageId } = await ask(ports, { conversation, isNew: false }, body);
      return { sessionMessageId, assistantSessionMessageId };
    },

    async getMessage({ params: { sessionMessageId }, query, user: { userId } }) {
      return restAfter(query, toChatMessage(await readMessage(ports, userId, sessionMessageId)));
    },

    async regenerateMessage({ params: { sessionMessageId }, body: { text }, user: { userId } }) {
      return toChatMessage(await regenerate(ports, userId, { sessionMessageId, text }));
    },

    async showVersion({ params: { sessionMessageId }, body: { version }, user: { userId } }) {
      const { question, answer } = await showVersion(ports, userId, { sessionMessageId, version });
      return { answer: toChatMessage(answer), ...(question && { question: toChatMessage(question) }) };
    },

    async stopMessage({ params: { sessionMessageId }, user: { userId } }) {
      return toChatMessage(await stopAnswer(ports, userId, sessionMessageId));
    },

    async listModels({ user: { userId } }) {
      const [settingsOfUser, offers] = await Promise.all([store.findLastSettings(userId), store.listOffers()]);
      const current = withOffers(catalogue, offers);
      const initial = initialSettings(settingsOfUser, defaults, current, now());
      return current.models.map((model) => ({
        ...toChatModel(model, current, now()),
        ...(model.code === initial.modelCode && { isInitial: true }),
      }));
    },

    async getUsage({ user: { userId } }) {
      const [quota, { usage, spent }] = await Promise.all([
        store.findQuota(userId),
        store.getUserSpending(userId, now()),
      ]);
      return {
        ...tokensThisMonth(quota, usage, now()),
        messagesToday: messagesToday(quota, now()),
        messagesPerDay: settings.limits.messagesPerDay,
        spending: spendingSummary(spent, settings.spendingLimits.person),
      };
    },

    async getChatCosts() {
      const [{ answers, models, spent }, offers] = await Promise.all([
        store.getSiteSpending(now()),
        store.listOffers(),
      ]);
      const used = [...models].map(([modelCode, usage]) => ({
        modelCode,
        ...usage,
        pricePerMillion: priceOf(modelCode, catalogue) ?? null,
      }));
      return {
        month: monthOf(now()),
        answers,
        spending: spendingSummary(spent, settings.spendingLimits.site),
        models: used.toSorted((a, b) => a.modelCode.localeCompare(b.modelCode)),
        newModels: newModels(offers, catalogue, now().getTime()),
      };
    },
  };
}
