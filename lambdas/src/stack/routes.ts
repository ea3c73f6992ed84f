import type { StackAction, stackApi } from 'shared-types/contract/stack';
import { AppError } from '../platform/app-error.ts';
import type { Routes } from '../platform/http/http-handler.ts';
import { asActionLog } from './actions/action.ts';
import { beginAction } from './actions/begin-action.ts';
import { recoverExpiredAction } from './actions/recovery.ts';
import { readSnapshot, readEvents } from './snapshot/snapshot-cache.ts';
import { problemIfUnavailable } from './snapshot/refresh-snapshot.ts';
import type { StackPorts } from './ports.ts';
import { asStackInfo, deletedAtMs, type StackSnapshot } from './snapshot/snapshot.ts';
import { uptimeMs } from './actions/uptime.ts';

const actionsOnCard = 5;
const actionsOnPage = 20;
const hourMs = 3_600_000;

export function stackRoutes(ports: StackPorts): Routes<typeof stackApi> {
  const { store, configured } = ports;

  /** A name that nobody configured gets no further, above all not to CloudFormation. */
  function configuredStack(stackName: string) {
    const stack = configured.find(({ name }) => name === stackName);
    if (!stack) throw new AppError('notFound', 'There is no such stack here.');
    return stack;
  }

  /** Whoever looks also settles what a dead action has left behind. */
  async function describe(stackName: string, actions: number) {
    const { hourlyPrice } = configuredStack(stackName);
    const before = await store.getState(stackName, actions);
    const state = (await recoverExpiredAction(ports, stackName, before))
      ? await store.getState(stackName, actions)
      : before;
    const sight = await readSnapshot(ports, stackName, state.snapshot);
    return {
      sight,
      awsStackInfo:
        sight.stack && asStackInfo(sight.stack, { hourlyPrice, launch: state.lock.launch, players: state.players }),
      actionLogs: state.actions.map(asActionLog),
    };
  }

  /** To the second, when CloudFormation tells; else since somebody has looked. */
  async function goneSince({ stackId, seenAtMs }: StackSnapshot) {
    if (stackId === null) return seenAtMs;
    const found = await problemIfUnavailable(async () => ({ events: await readEvents(ports, stackId, null) }));
    return 'problem' in found ? seenAtMs : (deletedAtMs(found.events) ?? seenAtMs);
  }

  const begin =
    (action: StackAction) =>
    async ({ params, user }: { params: { stackName: string }; user: { name: string } }) => ({
      data: asActionLog(await beginAction(ports, configuredStack(params.stackName), { action, by: user.name })),
    });

  return {
    async listStacks() {
      return { data: configured.map(({ name }) => name) };
    },

    async describeStack({ params: { stackName } }) {
      const { awsStackInfo, actionLogs } = await describe(stackName, actionsOnCard);
      return { data: { awsStackInfo, actionLogs } };
    },

    async getStackDetail({ params: { stackName } }) {
      const { sight, awsStackInfo, actionLogs } = await describe(stackName, actionsOnPage);
      const events = sight.stackId === null ? [] : await readEvents(ports, sight.stackId, sight.stack);
      return { data: { awsStackInfo: awsStackInfo && { ...awsStackInfo, events }, actionLogs, lastEvents: events } };
    },

    async getStackCosts() {
      const untilMs = ports.now().getTime();
      const month = new Date(untilMs).toISOString().slice(0, 7);
      const fromMs = Date.parse(`${month}-01T00:00:00Z`);
      const usedOf = async ({ name: stackName, hourlyPrice }: (typeof configured)[number]) => {
        const [actions, { snapshot: sight }] = await Promise.all([
          store.listActions(stackName, fromMs),
          store.getState(stackName, 0),
        ]);
        const goneSinceMs = sight?.stack === null ? await goneSince(sight) : undefined;
        const hours = uptimeMs(actions, { fromMs, untilMs, goneSinceMs }) / hourMs;
        return {
          stackName,
          hours,
          actions: actions.filter(({ actionTimeMs }) => actionTimeMs >= fromMs).length,
          hourlyPrice,
        };
      };
      return { month, stacks: await Promise.all(configured.map(usedOf)) };
    },

    startStack: begin('START'),
    restartStack: begin('RESTART'),
    stopStack: begin('STOP'),
  };
}
