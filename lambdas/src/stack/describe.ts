import type { UserRights } from './rights/rights.ts';
import { asActionLog } from './actions/action.ts';
import { firstReportDueMs } from './watch/silence.ts';
import type { StackPorts } from './ports.ts';
import { readShownState } from './workflow/read-state.ts';
import { problemIfUnavailable } from './snapshot/refresh-snapshot.ts';
import { asStackInfo } from './snapshot/snapshot.ts';
import type { ConfiguredStack } from './stack-list-store.ts';

const actionsOnCard = 5;

/** CloudFormation throttles an account that asks for many stacks in a burst. */
const maxAtOnce = 5;
/** Fewer may concern single stacks, as when AWS denies access to one. */
const maxOpenQuestions = 5;
/** Later no further stack is asked about. The last one may need half of the function's 29 s. */
const maxAskMs = 5_000;

interface DescribeOptions {
  /** The number of the latest actions. */
  actions: number;
  /** Whether CloudFormation may be asked; otherwise the stored state is old. */
  mayAsk?: (() => boolean) | undefined;
}

/** Reads a stack as its page shows it, apart from its events. */
export async function describe(
  ports: StackPorts,
  { name, game, hourlyPrice }: Pick<ConfiguredStack, 'name' | 'game' | 'hourlyPrice'>,
  { actions, mayAsk }: DescribeOptions,
) {
  const { state, snapshot, outdatedSinceMs } = await readShownState(ports, name, { maxActions: actions, mayAsk });
  return {
    snapshot,
    outdatedSinceMs,
    game,
    awsStackInfo:
      snapshot.stack &&
      asStackInfo(snapshot.stack, {
        hourlyPrice,
        launch: state.lock.launch,
        players: state.players,
        boot: state.boot,
        firstReportDueMs: firstReportDueMs(state, snapshot.stack),
        now: ports.now(),
      }),
    actionLogs: state.actions.map(asActionLog),
  };
}

/** Reads a stack as its card shows it to a user with these rights. */
export async function describeCard(
  ports: StackPorts,
  stack: ConfiguredStack,
  rights: UserRights,
  mayAsk?: () => boolean,
) {
  const { game, awsStackInfo, actionLogs, outdatedSinceMs } = await describe(ports, stack, {
    actions: actionsOnCard,
    mayAsk,
  });
  return { game, awsStackInfo, actionLogs, rights: rights.of(stack.name), ...outdatedSince(outdatedSinceMs) };
}

type Card = Awaited<ReturnType<typeof describeCard>>;

/**
 * Reads the cards of several stacks, by name. Once CloudFormation has left some questions open, this call asks no others, so that
 * an outage costs one wait and not one for each stack. A stack without a known state is left out then.
 */
export async function describeCards(
  ports: StackPorts,
  stacks: readonly ConfiguredStack[],
  rights: UserRights,
): Promise<Record<string, Card>> {
  const askUntilMs = ports.now().getTime() + maxAskMs;
  const cards: Record<string, Card> = {};
  let openQuestions = 0;
  const mayAsk = () => openQuestions < maxOpenQuestions && ports.now().getTime() < askUntilMs;
  const waiting = [...stacks];
  async function describeNext(): Promise<void> {
    const stack = waiting.shift();
    if (!stack) return;
    const found = await problemIfUnavailable(() => describeCard(ports, stack, rights, mayAsk));
    if ('problem' in found || 'outdatedSince' in found) openQuestions += 1;
    if (!('problem' in found)) cards[stack.name] = found;
    await describeNext();
  }
  await Promise.all(Array.from({ length: maxAtOnce }, describeNext));
  return cards;
}

/** Returns the field of an answer with an old state. */
export const outdatedSince = (timeMs: number | undefined) => timeMs !== undefined && { outdatedSince: timeMs };
