import type { SpendingLimits } from 'shared-types/contract/spending';
import type { ChatStore } from './chat-store.ts';
import type { ConversationSettings } from './conversations/conversation.ts';
import type { JobQueue } from './jobs/job-queue.ts';
import type { Citation, TokenUsage } from './messages/message.ts';
import type { Catalogue, ListedModel } from './models/catalogue.ts';
import type { Prompt, PromptSettings } from './models/prompt.ts';
import type { ListedOffer } from './offers/offer.ts';
import type { QuotaSettings } from './quota/quota.ts';

/** A piece of an answer, as the provider streams it. */
export interface AnswerPart {
  text?: string;
  thoughts?: string;
  finishReason?: string;
  usage?: TokenUsage;
  /** The searches of the web since the last part, each of which the provider bills. */
  searches?: number;
  citation?: Citation;
}

/** A language model. It throws a `ModelError` for each failure of the provider, and ends early when the signal aborts. */
export interface Model {
  /** Calls `keepId` with the id of an answer that is written in the background, before any part of it. */
  answer(prompt: Prompt, signal: AbortSignal, keepId: (id: string) => Promise<void>): AsyncIterable<AnswerPart>;
  /** Ends an answer that is written in the background. A settled one stays as it is. */
  cancel(model: ListedModel, responseId: string): Promise<void>;
}

export interface ChatPorts {
  store: ChatStore;
  queue: JobQueue;
  now: () => Date;
  newId: () => string;
  settings: {
    catalogue: Catalogue;
    defaults: ConversationSettings;
    limits: QuotaSettings;
    spendingLimits: SpendingLimits;
  };
}

export interface WorkerPorts {
  store: ChatStore;
  queue: JobQueue;
  model: Model;
  /** The readers of the providers' model lists, by the provider's name. */
  modelLists: ReadonlyMap<string, () => Promise<ListedOffer[]>>;
  /** Resolves early when the signal aborts. */
  wait: (ms: number, signal: AbortSignal) => Promise<void>;
  now: () => Date;
  newToken: () => string;
  settings: PromptSettings & {
    catalogue: Catalogue;
    spendingLimits: SpendingLimits;
    maxAnswerMs: number;
    /** The interval at which the answer writer checks whether a save is due. */
    tickMs: number;
  };
}
