import type { chatApi } from 'shared-types/contract/chat';
import type { SpendingLimits } from 'shared-types/contract/spending';
import { conversationIdOf } from 'shared-types/rules/message-status';
import { AppError } from '../platform/app-error.ts';
import type { Routes } from '../platform/http/http-handler.ts';
import { awaitFirstWords, type FirstWordsPorts } from './answers/first-words.ts';
import { noteShown, readMessage, type ReadPorts } from './answers/recovery.ts';
import { stopAnswer, type StopAllPorts, stopAnswersOf } from './answers/stop-answer.ts';
import {
  toChatSession,
  toListedSession,
  type Conversation,
  conversationNotFound,
  pinnedField,
  rejectUnknownModel,
  rejectUnpinned,
} from './conversations/conversation.ts';
import type { ConversationStore } from './conversations/conversation-store.ts';
import { initialSettings } from './conversations/initial-settings.ts';
import type { PinStore } from './conversations/pin-store.ts';
import type { BranchPorts } from './forks/branches.ts';
import type { ForkPorts } from './forks/fork.ts';
import { forkRoutes } from './forks/fork-routes.ts';
import { type ImportPorts, importRoutes } from './imports/import-routes.ts';
import type { JobQueue } from './jobs/job-queue.ts';
import {
  ask,
  type AskPorts,
  otherVersions,
  regenerate,
  type RegeneratePorts,
  showVersion,
  type VersionPorts,
} from './messages/exchange.ts';
import { type FilePorts, fileRoutes } from './messages/file-routes.ts';
import type { MessageStore } from './messages/message-store.ts';
import { type Message, restAfter, toChatMessage } from './messages/message.ts';
import { toAnswerVersion } from './messages/versions.ts';
import { priceOf, toChatModel } from './models/catalogue.ts';
import { newModels, withOffers } from './offers/offer.ts';
import type { OfferStore } from './offers/offer-store.ts';
import { type PersonaPorts, personaRoutes } from './personas/persona-routes.ts';
import { startConversation, type StartPorts } from './personas/start-conversation.ts';
import { messagesToday } from './quota/quota.ts';
import type { QuotaStore } from './quota/quota-store.ts';
import { monthOf, spendingSummary } from './quota/spending.ts';
import type { SpendingStore } from './quota/spending-store.ts';
import type { SearchPorts } from './search/search-messages.ts';
import { searchRoutes } from './search/search-routes.ts';
import { titleSearch } from './search/title-search.ts';
import { titleFromLine, titleFromQuestion } from './titles/question-title.ts';

/** Everything that the calls need. Each passes on what its own functions do. */
export type HttpPorts = StartPorts &
  AskPorts &
  RegeneratePorts &
  VersionPorts &
  ReadPorts &
  FirstWordsPorts &
  StopAllPorts &
  ForkPorts &
  ImportPorts &
  BranchPorts &
  FilePorts &
  PersonaPorts &
  SearchPorts & {
    store: ConversationStore &
      PinStore &
      Pick<MessageStore, 'pageMessages'> &
      Pick<QuotaStore, 'findQuota'> &
      Pick<OfferStore, 'listOffers'> &
      Pick<SpendingStore, 'getUserSpending' | 'getSiteSpending'>;
    queue: Pick<JobQueue, 'send'>;
    settings: { spendingLimits: SpendingLimits };
  };

const namesOf = (files: readonly { name: string }[] = []) => files.map(({ name }) => name).join(', ');

const conversationsPerPage = 20;
const messagesPerPage = 20;
/** A page that goes on to a certain message. DynamoDB reads a megabyte of them, and the API answers with six. */
const maxMessagesPerPage = 500;
const maxSearchResults = 50;

/** A deletion can be undone until then. */
const purgeAfterSeconds = 60;

export function chatRoutes(ports: HttpPorts): Routes<typeof chatApi> {
  const { store, queue, now, settings } = ports;
  const { catalogue, defaults } = settings;
  const toMessage = (message: Message) => toChatMessage(message, now());

  /** Finds the place of a session in the list. A deleted session keeps its place until it is purged. */
  async function placeInList(userId: string, conversationId: string, updateTimeMs: number | undefined) {
    if (updateTimeMs !== undefined) return { userId, conversationId, updateTimeMs };
    const conversation = await store.findConversation(userId, conversationId);
    if (!conversation) throw conversationNotFound();
    return conversation;
  }

  return {
    ...personaRoutes(ports),
    ...fileRoutes(ports),
    ...searchRoutes(ports),
    ...forkRoutes(ports),
    ...importRoutes(ports),

    async listSessions({ query: { lastSessionId, lastUpdateTime }, user: { userId } }) {
      const isFirst = lastSessionId === undefined;
      const [pins, last] = await Promise.all([
        store.findPins(userId),
        isFirst ? undefined : placeInList(userId, lastSessionId, lastUpdateTime),
      ]);
      const [pinned, others] = await Promise.all([
        isFirst ? store.findPinned(userId, pins) : [],
        store.pageConversations(userId, last, conversationsPerPage, pins),
      ]);
      return [...pinned, ...others].map((each) => toListedSession(each, pins));
    },

    async searchSessions({ query: { title }, user }) {
      const found: Conversation[] = [];
      const hasTitle = titleSearch(title);
      const pins = await store.findPins(user.userId);
      for await (const conversation of store.allConversations(user.userId)) {
        if (hasTitle(conversation.title)) found.push(conversation);
        if (found.length === maxSearchResults) break;
      }
      return found.map((each) => toListedSession(each, pins));
    },

    async createSession({ body: { title }, user }) {
      const conversation = await startConversation(ports, user.userId, title);
      await store.createConversation(conversation);
      return toChatSession(conversation);
    },

    async createSessionWithMessage({ body, user }) {
      const { modelCode } = body;
      rejectUnknownModel(modelCode ?? null, catalogue.models);
      const started = await startConversation(
        ports,
        user.userId,
        body.text.trim() === '' ? titleFromLine(namesOf(body.files)) : titleFromQuestion(body.text),
        { titleByModel: true, ...body },
      );
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
      if (body.pinned === true) rejectUnpinned(await store.pin(userId, sessionId));
      const conversation = await store.updateConversation(userId, sessionId, body);
      if (body.pinned === false) await store.unpin(userId, sessionId);
      await store.saveLastSettings(userId, body);
      return { ...toChatSession(conversation), ...pinnedField(conversation, await store.findPins(userId)) };
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

    async listMessages({ query: { sessionId, lastSessionMessageId: last, untilSessionMessageId: until }, user }) {
      await store.getConversation(user.userId, sessionId);
      if ([last, until].some((id) => id !== undefined && conversationIdOf(id) !== sessionId)) {
        throw new AppError('notFound', 'This message does not exist or has been deleted.');
      }
      const limit = until === undefined ? messagesPerPage : maxMessagesPerPage;
      return (await store.pageMessages(sessionId, last, limit, until)).map(toMessage);
    },

    async createMessage({ query: { sessionId }, body, user: { userId } }) {
      const conversation = await store.getConversation(userId, sessionId);
      const { sessionMessageId, assistantSessionMessageId } = await ask(ports, { conversation, isNew: false }, body);
      return { sessionMessageId, assistantSessionMessageId };
    },

    async getMessage({ params: { sessionMessageId }, query, user: { userId } }) {
      const message = await readMessage(ports, userId, sessionMessageId);
      const shown = await awaitFirstWords(ports, message, query.holdMs ?? 0);
      await noteShown(ports, shown);
      return restAfter(query, toMessage(shown));
    },

    async regenerateMessage({ params: { sessionMessageId }, body: { text }, user: { userId } }) {
      return toMessage(await regenerate(ports, userId, { sessionMessageId, text }));
    },

    async showVersion({ params: { sessionMessageId }, body: { version }, user: { userId } }) {
      const { question, answer } = await showVersion(ports, userId, { sessionMessageId, version });
      return { answer: toMessage(answer), ...(question && { question: toMessage(question) }) };
    },

    async listVersions({ query: { sessionMessageId }, user: { userId } }) {
      const versions = await otherVersions(ports, userId, sessionMessageId);
      return versions.map((each) => toAnswerVersion(each, now()));
    },

    async stopMessage({ params: { sessionMessageId }, user: { userId } }) {
      return toMessage(await stopAnswer(ports, userId, sessionMessageId));
    },

    async listModels({ user: { userId } }) {
      const [settingsOfUser, offers] = await Promise.all([store.findLastSettings(userId), store.listOffers()]);
      const current = withOffers(catalogue, offers);
      const initial = initialSettings(settingsOfUser, defaults, current, now());
      return current.models.map((model) => ({
        ...toChatModel(model, current, now()),
        ...(model.code === initial.modelCode && { isInitial: true }),
        ...(model.code === settings.titleModel && { writesTitles: true }),
      }));
    },

    async getUsage({ user: { userId } }) {
      const [quota, { usage, spent }] = await Promise.all([
        store.findQuota(userId),
        store.getUserSpending(userId, now()),
      ]);
      return {
        ...usage,
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
