import type { StackMode } from './stack-mode.ts';
import type { Event, StackRecord } from './stack-store.ts';

const stackType = 'AWS::CloudFormation::Stack';

/** The time that the slower types of resources need, at the speed of AWS. */
const creationMs: Record<string, number> = {
  'AWS::EC2::Instance': 15_000,
  // In AWS the server downloads the game and generates its world, which takes minutes.
  'AWS::CloudFormation::WaitCondition': 20_000,
  'AWS::CloudFormation::WaitConditionHandle': 1000,
};
const defaultCreationMs = 6000;
/** The pause between CloudFormation's own steps. */
const pauseMs = 2000;

export interface Pace {
  nowMs: number;
  mode: StackMode;
  /** A speed of 10 shortens every time to a tenth. */
  speed: number;
  /** The server of a new stack fails for this reason. */
  bootProblem?: string | undefined;
}

const stretchOf =
  ({ mode, speed }: Pace) =>
  (ms: number) =>
    (ms * (mode === 'slow' ? 10 : 1)) / speed;

export const isInProgress = (status: string) => status.endsWith('_IN_PROGRESS');

/** Applies the events that are due. Returns whether there were any. */
export function catchUp(stack: StackRecord, nowMs: number): boolean {
  const due = stack.agenda.filter(({ atMs }) => atMs <= nowMs);
  for (const event of due) applyEvent(stack, event);
  stack.agenda = stack.agenda.slice(due.length);
  return due.length > 0;
}

function applyEvent(stack: StackRecord, event: Event) {
  stack.events.push(event);
  if (event.type !== stackType) {
    if (event.status === 'CREATE_IN_PROGRESS' && event.reason) stack.made.push(event.logicalId);
    if (event.status === 'DELETE_COMPLETE') stack.made = stack.made.filter((each) => each !== event.logicalId);
    return;
  }
  stack.status = event.status;
  stack.statusReason = event.reason;
  if (event.status === 'DELETE_COMPLETE') stack.deletionMs = event.atMs;
}

const byTime = (events: Event[]) => events.toSorted((one, other) => one.atMs - other.atMs);

const ofStack = (stack: StackRecord, atMs: number, status: string, reason: string | null = null): Event => ({
  atMs,
  logicalId: stack.stackName,
  type: stackType,
  physicalId: stack.stackId,
  status,
  reason,
});

type Resource = StackRecord['resources'][number];

const ofResource = (resource: Resource, atMs: number, status: string, reason: string | null = null): Event => ({
  atMs,
  logicalId: resource.logicalId,
  type: resource.type,
  physicalId: resource.physicalId,
  status,
  reason,
});

/** Plans each resource for the time at which the resources that it refers to exist. */
export function planCreation(stack: StackRecord, pace: Pace) {
  const stretch = stretchOf(pace);
  const ready = new Map<string, number>();
  const events: Event[] = [ofStack(stack, pace.nowMs, 'CREATE_IN_PROGRESS', 'User Initiated')];
  for (const resource of stack.resources) {
    const begin = Math.max(pace.nowMs + stretch(pauseMs), ...resource.after.map((id) => ready.get(id) ?? 0));
    const end = begin + stretch(creationMs[resource.type] ?? defaultCreationMs);
    ready.set(resource.logicalId, end);
    events.push(
      ofResource({ ...resource, physicalId: '' }, begin, 'CREATE_IN_PROGRESS'),
      ofResource(resource, begin + (end - begin) / 2, 'CREATE_IN_PROGRESS', 'Resource creation Initiated'),
      ofResource(resource, end, 'CREATE_COMPLETE'),
    );
  }
  const end = Math.max(...ready.values());
  events.push(ofStack(stack, end + stretch(pauseMs), 'CREATE_COMPLETE'));
  stack.agenda = byTime(events);
  if (pace.mode === 'createFails' || pace.bootProblem !== undefined) failCreation(stack, pace);
}

const noCapacity =
  'Resource handler returned message: "You have reached a limit of your account. (Service: Ec2, Status Code: 400, ' +
  'Request ID: 00000000-local)" (HandlerErrorCode: ServiceLimitExceeded)';

/** A server reports its own failure through its wait condition. */
const failureOf = (
  { stackName }: StackRecord,
  { type }: Resource,
  reason = 'The game did not respond within ten minutes.',
) =>
  type === 'AWS::CloudFormation::WaitCondition'
    ? `WaitCondition received failed message: '${reason}' for uniqueId: ${stackName}`
    : noCapacity;

/** The last resource fails, and everything is rolled back. */
function failCreation(stack: StackRecord, pace: Pace) {
  const stretch = stretchOf(pace);
  const last = stack.agenda.findLast(({ type, status }) => type !== stackType && status === 'CREATE_COMPLETE');
  const failing = stack.resources.find(({ logicalId }) => logicalId === last?.logicalId);
  if (!failing || !last) return;
  const made = stack.resources.filter(({ logicalId }) => logicalId !== failing.logicalId);
  const at = last.atMs + stretch(pauseMs);
  const sentence = `The following resource(s) failed to create: [${failing.logicalId}]. Rollback requested by user.`;
  const deletion = deleteAll(made.toReversed(), at, stretch);
  stack.agenda = [
    ...stack.agenda.filter(
      (event) => event !== last && !(event.type === stackType && event.status === 'CREATE_COMPLETE'),
    ),
    ofResource({ ...failing, physicalId: '' }, last.atMs, 'CREATE_FAILED', failureOf(stack, failing, pace.bootProblem)),
    ofStack(stack, at, 'ROLLBACK_IN_PROGRESS', sentence),
    ...deletion.events,
    ofResource(failing, deletion.endMs, 'DELETE_COMPLETE'),
    ofStack(stack, deletion.endMs + stretch(pauseMs), 'ROLLBACK_COMPLETE'),
  ];
}

function deleteAll(resources: Resource[], startMs: number, stretch: (ms: number) => number) {
  let at = startMs + stretch(pauseMs);
  const events = resources.flatMap((resource) => {
    const begin = at;
    at += stretch(defaultCreationMs / 2);
    return [ofResource(resource, begin, 'DELETE_IN_PROGRESS'), ofResource(resource, at, 'DELETE_COMPLETE')];
  });
  return { events, endMs: at };
}

/** Deletes the existing resources, the newest first, and cancels the creation of the others. */
export function planDeletion(stack: StackRecord, pace: Pace) {
  const stretch = stretchOf(pace);
  const begin = ofStack(stack, pace.nowMs, 'DELETE_IN_PROGRESS', 'User Initiated');
  const existing = stack.resources.filter(({ logicalId }) => stack.made.includes(logicalId)).toReversed();
  const [stuck, ...others] = existing;
  if (pace.mode === 'deleteFails' && stuck) {
    const deletion = deleteAll(others, pace.nowMs, stretch);
    const reason =
      `Resource handler returned message: "resource ${stuck.physicalId} has a dependent object (Service: Ec2, ` +
      'Status Code: 400, Request ID: 00000000-local)" (HandlerErrorCode: InvalidRequest)';
    stack.agenda = byTime([
      begin,
      ofResource(stuck, pace.nowMs + stretch(pauseMs), 'DELETE_IN_PROGRESS'),
      ...deletion.events,
      ofResource(stuck, deletion.endMs + stretch(pauseMs), 'DELETE_FAILED', reason),
      ofStack(
        stack,
        deletion.endMs + 2 * stretch(pauseMs),
        'DELETE_FAILED',
        `The following resource(s) failed to delete: [${stuck.logicalId}]. `,
      ),
    ]);
    return;
  }
  const deletion = deleteAll(existing, pace.nowMs, stretch);
  stack.agenda = [begin, ...deletion.events, ofStack(stack, deletion.endMs + stretch(pauseMs), 'DELETE_COMPLETE')];
}
