import { conversationIdOf } from 'shared-types/rules/message-status';
import { log } from '../../platform/log.ts';
import type { Delivery } from '../../platform/queue-handler.ts';
import { Draft } from './answer-writer.ts';
import { failed, type Outcome, outcomeOf } from './outcome.ts';
import { deleted, internal, ModelError, troubleOf } from '../models/failures.ts';
import type { ChatJob, Generation } from '../jobs/job.ts';
import { type Prompt, promptOf } from '../models/prompt.ts';
import { type Usage } from '../messages/message.ts';
import { modelOf } from '../models/catalogue.ts';
import type { Claim, WriterPorts } from '../ports.ts';
import { purge } from '../purge/purge.ts';
import { usedBy } from './billed-usage.ts';

/** The worker of the chat's queue: one record writes one answer, or forgets one session. */
export const chatWork = (ports: WriterPorts) => async (job: ChatJob, receipt: Delivery) => {
  switch (job.kind) {
    case 'generate':
      return generate(ports, job, receipt);
    case 'purge':
      return purge(ports, job);
  }
};

async function generate(ports: WriterPorts, job: Generation, { isLastAttempt: isLast }: Delivery): Promise<void> {
  const { store, queue, now, newToken } = ports;
  const claim = await store.claim(job, newToken(), now().getTime());
  if (!claim) return;
  const { userId, sessionMessageId } = claim.answer;
  try {
    const { outcome, used, modelCode } = await write(ports, claim);
    if (outcome?.status === 'LATER') {
      const isWaiting = await store.letGo(claim, now().getTime() + outcome.waitMs);
      if (isWaiting) await queue.send(job, outcome.waitMs / 1000);
    } else if (outcome && (await store.putEnding(claim, outcome))) {
      await store.settleLimits(userId, sessionMessageId, used, now());
    } else if (used) {
      // Somebody has stopped it, or asks anew: its place is theirs to free, but what was said has to be paid.
      await store.countTokens(userId, used, now());
    }
    if (used) await store.countUse(modelCode, used, now());
  } catch (error) {
    // The next poll heals what died on the way; what nobody polls comes back from the queue, and must end there, too.
    if (isLast && (await store.putEnding(claim, failed(internal)))) {
      await store.settleLimits(userId, sessionMessageId, null, now());
    }
    throw error;
  }
}

interface Written {
  /** Nothing when somebody else has taken the answer. */
  outcome: Outcome | undefined;
  used: Usage | null;
  modelCode: string;
}

/** Asks the model and stores what it says. */
async function write(ports: WriterPorts, claim: Claim): Promise<Written> {
  const { store, settings } = ports;
  const { answer } = claim;
  const session = await store.findSession(answer.userId, conversationIdOf(answer.sessionMessageId));
  if (!session || session.deletedAtMs !== null) return { outcome: failed(deleted), used: null, modelCode: '' };

  const model = modelOf(settings.models, session.modelCode);
  const draft = new Draft(ports, claim, model.code);
  try {
    const history = await store.listMemory(answer, session.memorySize);
    const prompt = promptOf(model, settings, history);
    const error = await listen(ports, prompt, draft);
    await draft.rest();
    return {
      outcome: outcomeOf(draft, error, answer.deliveries),
      used: usedBy(draft, prompt, error),
      modelCode: model.code,
    };
  } finally {
    await draft.rest();
  }
}

const mostTries = 2;
const pauseMs = 1000;
/** Longer pauses are left to the queue: a function that waits costs as much as one that works. */
const patienceMs = 3000;

/** Takes the words as they come. Tells what went wrong, once there is no use in asking again at once. */
async function listen({ model, wait }: WriterPorts, prompt: Prompt, draft: Draft): Promise<ModelError | undefined> {
  for (let tries = 1; ; tries++) {
    const error = await listenOnce(model.answer(prompt, draft.signal), draft);
    if (!error || draft.stopReason) return undefined;
    log('warn', 'model failed', { reason: error.message, count: tries });

    const { tryAgain, waitMs = pauseMs } = troubleOf(error);
    if (!tryAgain || draft.hasWords || tries === mostTries || waitMs > patienceMs) return error;
    await wait(waitMs, draft.signal);
  }
}

async function listenOnce(parts: ReturnType<WriterPorts['model']['answer']>, draft: Draft) {
  try {
    for await (const part of parts) {
      draft.add(part);
      if (draft.stopReason) return undefined;
    }
    // Every answer that is whole says why it ends.
    return draft.finishReason === null ? new ModelError({ code: 'cut' }) : undefined;
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    // After the end only the count of tokens was still to come.
    return draft.finishReason === null ? error : undefined;
  }
}
