import { conversationIdOf } from 'shared-types/rules/message-status';
import { AppError } from '../../platform/app-error.ts';
import { lost } from '../models/failures.ts';
import { admit, type Admission, type Limits, type Sent } from '../quota/quota.ts';
import { healingOf, inAnotherState, type Message, newExchange } from './message.ts';
import type { AskResult, ChatPorts } from '../ports.ts';
import type { Session } from '../conversations/conversation.ts';
import { askedAgain, type Exchange, refuseUnsettled, shownAs } from './versions.ts';

/** Each loser of a race has seen somebody else be let in, so few come this far. */
const mostRaces = 20;

/** Lets one more answer in and writes it, again for as long as somebody else is faster. */
async function letIn(
  { store, now, settings }: ChatPorts,
  asked: { userId: string; answerId: string; sent: Sent | null },
  write: (admission: Admission) => Promise<AskResult>,
  limits: Limits | undefined,
): Promise<'asked' | 'raced'> {
  const result = await write(admit(limits, asked, settings.limits, now()));
  if (result === 'gone') throw new AppError('notFound', 'There is no such chat.');
  if (result === 'changed') throw inAnotherState(await store.getMessage(asked.userId, asked.answerId));
  return result;
}

const tooManyRaces = () =>
  new AppError('unavailable', 'Too much is asked at once. Try again in a moment.', { retryAfterSeconds: 1 });

/** Asks a question in a session, which may be a new one. What is sent again with the same key is asked once. */
export async function ask(
  ports: ChatPorts,
  { session, isNew }: { session: Session; isNew: boolean },
  { text, idempotencyKey }: { text: string; idempotencyKey?: string | undefined },
): Promise<Omit<Sent, 'idempotencyKey'>> {
  const { store, queue, now, newId } = ports;
  const { userId, sessionId } = session;
  const exchange = newExchange(session, text, [newId(), newId()], now());
  const sessionMessageId = exchange.question.sessionMessageId;
  const assistantSessionMessageId = exchange.answer.sessionMessageId;
  const sent = idempotencyKey === undefined ? null : { idempotencyKey, sessionMessageId, assistantSessionMessageId };
  const active = { ...session, updateTimeMs: now().getTime() };

  for (let races = 0; races < mostRaces; races++) {
    const limits = await store.findLimits(userId);
    const before = limits?.recentlySent.find(
      (each) =>
        each.idempotencyKey === idempotencyKey && (isNew || conversationIdOf(each.sessionMessageId) === sessionId),
    );
    if (before) return before;

    const result = await letIn(
      ports,
      { userId, answerId: assistantSessionMessageId, sent },
      (admission) => store.putExchange(active, isNew, exchange, admission),
      limits,
    );
    if (result === 'raced') continue;
    await queue.offer(generationOf(exchange.answer));
    return { sessionMessageId, assistantSessionMessageId };
  }
  throw tooManyRaces();
}

/**
 * Asks once more for an answer that is final; with a text, in other words: it takes the place of the last question. Words
 * that it has already, because nobody heard that they were taken, are not asked again.
 */
export async function askAgain(
  ports: ChatPorts,
  userId: string,
  { sessionMessageId, text }: { sessionMessageId: string; text?: string | undefined },
): Promise<Message> {
  const { store, queue, now } = ports;
  const before = await exchangeOf(store, userId, sessionMessageId);
  // The answer was read before its question, which may have been reworded in between.
  if (text !== undefined && text === before.question?.text) return store.getMessage(userId, sessionMessageId);
  const revision = askedAgain(before, text, now());
  const session = await store.getSession(userId, conversationIdOf(sessionMessageId));
  const active = { ...session, updateTimeMs: now().getTime() };

  for (let races = 0; races < mostRaces; races++) {
    // Every question changes the limits: one that comes after this look at what is last is noticed by the write.
    const limits = await store.findLimits(userId);
    if (text !== undefined) await refuseUnlessLast(store, before.answer);
    const result = await letIn(
      ports,
      { userId, answerId: sessionMessageId, sent: null },
      (admission) => store.putAgain(active, revision, admission),
      limits,
    );
    if (result === 'raced') continue;
    await queue.offer(generationOf(revision.after.answer));
    return revision.after.answer;
  }
  throw tooManyRaces();
}

async function exchangeOf(store: ChatPorts['store'], userId: string, sessionMessageId: string): Promise<Exchange> {
  const answer = await store.getMessage(userId, sessionMessageId);
  return { question: await store.findQuestion(answer), answer };
}

/** What comes after a question was said to its words: it stays true as long as nobody changes them. */
async function refuseUnlessLast(store: ChatPorts['store'], { sessionMessageId, status }: Message) {
  if (await store.isLast(sessionMessageId)) return;
  throw new AppError('conflict', 'Only the last question can be changed.', { current: status });
}

/** Puts one version of a final answer, and of its question, in the place of the shown one, which is kept. */
export async function show(
  { store }: ChatPorts,
  userId: string,
  { sessionMessageId, version }: { sessionMessageId: string; version: number },
): Promise<Exchange> {
  const before = await exchangeOf(store, userId, sessionMessageId);
  const { answer } = before;
  refuseUnsettled(answer);
  if (version === answer.version && !answer.isPreviousAnswer) return before;
  const found = answer.kept.includes(version) ? await store.findVersion(sessionMessageId, version) : undefined;
  if (!found) throw new AppError('conflict', 'This answer has no such version any more.', { current: answer.status });
  const revision = shownAs(before, found);
  if (await store.putRevision(revision)) return revision.after;
  throw inAnotherState(await store.getMessage(userId, sessionMessageId));
}

const generationOf = ({ sessionMessageId, attempt }: Message) => ({
  kind: 'generate' as const,
  sessionMessageId,
  attempt,
});

/** Ends an answer where it is. Whoever writes it notices with the next words. */
export async function stop({ store, now }: ChatPorts, userId: string, sessionMessageId: string): Promise<Message> {
  const answer = await store.getMessage(userId, sessionMessageId);
  const stopped = await store.stopAnswer(answer, 'stopped');
  if (!stopped) throw inAnotherState(await store.getMessage(userId, sessionMessageId));
  await store.settleLimits(userId, sessionMessageId, null, now());
  return stopped;
}

/** A message as it is; an answer that nobody writes any more is asked for again, or given up. */
export async function look(ports: ChatPorts, userId: string, sessionMessageId: string): Promise<Message> {
  const { store, queue, now } = ports;
  const message = await store.getMessage(userId, sessionMessageId);
  const healing = healingOf(message, now());
  if (healing === 'giveUp') return giveUp(ports, message);
  if (healing === 'ask' && (await store.putHeal(message, now().getTime()))) await queue.offer(generationOf(message));
  return message;
}

async function giveUp({ store, now }: ChatPorts, answer: Message): Promise<Message> {
  const { userId, sessionMessageId } = answer;
  const given = await store.giveUp(answer, lost, now().getTime());
  // A worker has come after all.
  if (!given) return store.getMessage(userId, sessionMessageId);
  await store.settleLimits(userId, sessionMessageId, null, now());
  return given;
}
