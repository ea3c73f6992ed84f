import type { ActionLog, StackAction, StackEvent } from 'shared-types/contract/stack';
import { cannotCreate, cannotDelete, refused } from 'shared-types/rules/stack/failure';
import { lastFailedAction } from '../actions.ts';
import type { StackState } from '../state.ts';
import { actionVerbs } from '../texts.ts';

export interface FailureText {
  /** Says to a player what failed, why, and what to do. */
  sentence: string;
  /** CloudFormation's own words, for the person who keeps the AWS account. */
  said?: string | undefined;
}

interface StackHistory {
  /** The newest come first, as in every list of a stack. */
  actionLogs: ActionLog[];
  events: StackEvent[];
}

/** Describes the failure that a stack stands in, or the one of its last action. */
export function describeFailure({ actionLogs, events }: StackHistory, state: StackState): FailureText | undefined {
  const isOver = !actionLogs.some(({ syncStatus }) => syncStatus === 'RUNNING');
  if (!isOver && state !== 'rollingBack') return undefined;
  const log = isOver ? lastFailedAction(actionLogs) : undefined;
  const cause = failureCause(events, state);
  if (!log) return cause && { sentence: capitalized(describeCause(cause)), said: cause.said };
  const what = `The last ${actionVerbs[log.action]} failed`;
  if (log.reason === null) return { sentence: `${what}.` };
  const { sentence, said } = describeReason(log.action, log.reason);
  return { sentence: `${what}: ${sentence}`, said };
}

interface Cause {
  kind: 'create' | 'delete';
  /** The name of the part in the template; undefined for the stack itself. */
  part?: string | undefined;
  said: string;
}

/** Returns the cause of a stack's state: the oldest event of a part that failed. Those that were canceled failed because of it. */
export function failureCause(events: StackEvent[], state: StackState): Cause | undefined {
  const kind = failedKinds[state];
  if (!kind) return undefined;
  const cause = events.findLast(
    ({ resourceStatus, reason }) =>
      resourceStatus === `${kind.toUpperCase()}_FAILED` && reason && !/cancelled/i.test(reason),
  );
  return cause?.reason ? { kind, part: cause.logicalResourceId, said: cause.reason } : undefined;
}

const failedKinds: Partial<Record<StackState, Cause['kind']>> = {
  rollingBack: 'create',
  rolledBack: 'create',
  partlyCreated: 'create',
  partlyDeleted: 'delete',
};

/** Describes the reason of a failed action. The site's own reasons are sentences already. */
export function describeReason(action: StackAction, reason: string): FailureText {
  const nextTry = / The next try is in \d+ minutes?\.$/.exec(reason)?.[0] ?? '';
  const beginning = [cannotCreate, cannotDelete, refused].find((each) => reason.startsWith(each));
  if (beginning === undefined) return { sentence: reason };
  const said = reason.slice(beginning.length, reason.length - nextTry.length).trim();
  const [, part, rest] = /^(\w+): (.*)$/s.exec(said) ?? [];
  const cause: Cause =
    beginning === refused
      ? { kind: action === 'STOP' ? 'delete' : 'create', said }
      : { kind: beginning === cannotDelete ? 'delete' : 'create', part, said: rest ?? said };
  return { sentence: describeCause(cause) + nextTry, said };
}

/** What players call the parts of the template: see infra/src/game-server/template.ts. */
const partNames = new Map([
  ['Server', 'the machine'],
  ['GameAnswers', 'the game'],
  ['Name', 'the address'],
]);

function describeCause({ kind, part = '', said }: Cause): string {
  const name = partNames.get(part) ?? 'the server';
  const what =
    kind === 'delete'
      ? `${name} could not be removed.`
      : `${name} could not be ${name === 'the game' ? 'started' : 'created'}.`;
  const [, reported] = /received failed message: '(.*)' for uniqueId/is.exec(said) ?? [];
  const why = reported ?? causes.find(([words]) => words.test(said))?.[1];
  return why === undefined ? what : `${what} ${why}`;
}

/** The words of AWS services, and what they mean to a player. The first that fit count. */
const causes: readonly (readonly [RegExp, string])[] = [
  [
    /insufficient\w*capacity|not (currently )?have (sufficient|enough)\b.*capacity|capacity.not.available/is,
    'AWS has no free machine of this kind in its zone now. Try again later.',
  ],
  [
    /limit ?exceeded|quota|\b(reached|exceed\w*|more) .*\blimit/is,
    'A limit of the AWS account is reached. Stop another server, or ask the owner to raise the limit.',
  ],
  [/throttl|rate exceeded/i, 'AWS was too busy. Try again in a few minutes.'],
  [
    /not authorized|unauthorized|access ?denied|permission/i,
    'AWS does not let the site do this. Ask the owner to check the site’s rights.',
  ],
  [/timed? ?out|stabiliz/i, 'It took too long. Try again.'],
  [/cancell?ed/i, 'It was canceled.'],
  [/dependent object|in use|dependency ?violation/i, 'Something in AWS still uses it.'],
];

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
