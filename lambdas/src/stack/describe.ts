import type { StackInfo } from 'shared-types/contract/stack';
import { asActionLog, type StackCreation } from './actions/action.ts';
import type { Boot } from './players/boot.ts';
import { idleStopMs, isSilent, type PlayerCount } from './players/players.ts';
import type { Stack } from './ports.ts';
import type { UserRights } from './rights/rights.ts';
import { problemIfUnavailable } from './snapshot/refresh-snapshot.ts';
import type { ConfiguredStack } from './stack-list-store.ts';
import { firstReportDueMs } from './watch/silence.ts';
import { type ReadPorts, readShownState } from './workflow/read-state.ts';

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

interface StackContext {
  hourlyPrice: number | null;
  launch: StackCreation | null;
  players?: PlayerCount | undefined;
  boot?: Boot | undefined;
  firstReportDueMs?: number | undefined;
  now: Date;
}

/** Returns the stack as the API shows it, without its events. */
export const asStackInfo = (
  stack: Stack,
  { hourlyPrice, launch, players, boot, firstReportDueMs: dueAt, now }: StackContext,
): StackInfo => ({
  stackName: stack.stackName,
  stackStatus: stack.status,
  stackStatusReason: stack.statusReason,
  creationTime: stack.creationTimeMs,
  updateTime: stack.updateTimeMs,
  outputs: stack.outputs,
  events: [],
  stopsAt: launch?.stackId === stack.stackId ? launch.stopsAtMs : null,
  hourlyPrice,
  ...(boot?.stackId === stack.stackId && {
    boot: boot.endsMs,
    ...(boot.keptImage && { keptImage: true }),
    ...(boot.keptGame && { keptGame: { version: boot.keptGame.version, keptAt: boot.keptGame.atMs } }),
  }),
  ...(players?.stackId === stack.stackId && {
    players: {
      online: players.online,
      seenAt: players.seenAtMs,
      lastPlayedAt: players.lastPlayedAtMs,
      idleStopAt: idleStopMs(players),
      isSilent: isSilent(players, now),
      ...(players.named.length > 0 && {
        named: players.named.map(({ name, sinceMs }) => ({ name, since: sinceMs })),
      }),
    },
  }),
  ...(dueAt !== undefined && { firstReport: { dueAt, isLate: now.getTime() >= dueAt } }),
});

/** Reads a stack as its page shows it, apart from its events. */
export async function describe(
  ports: ReadPorts,
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
  ports: ReadPorts,
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
  ports: ReadPorts,
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
