import type { StackAction, stackApi } from 'shared-types/contract/stack';
import { AppError } from '../platform/app-error.ts';
import type { Routes } from '../platform/http/http-handler.ts';
import { asActionLog } from './actions/action.ts';
import { beginAction } from './actions/begin-action.ts';
import { recoverExpiredAction } from './actions/recovery.ts';
import type { ConfiguredStack } from './stack-list-store.ts';
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

  /** Names that are not configured never reach CloudFormation. */
  async function configuredStack(stackName: string) {
    const stack = (await configured()).find(({ name }) => name === stackName);
    if (!stack) throw new AppError('notFound', 'This stack does not exist.');
    return stack;
  }

  /** Every read also recovers an action whose lease has expired. */
  async function describe(stackName: string, actions: number) {
    const { hourlyPrice } = await configuredStack(stackName);
    const before = await store.getState(stackName, actions);
    const state = (await recoverExpiredAction(ports, stackName, before))
      ? await store.getState(stackName, actions)
      : before;
    const snapshot = await readSnapshot(ports, stackName, state.snapshot);
    return {
      snapshot,
      awsStackInfo:
        snapshot.stack &&
        asStackInfo(snapshot.stack, { hourlyPrice, launch: state.lock.launch, players: state.players }),
      actionLogs: state.actions.map(asActionLog),
    };
  }

  /** When the stack was deleted according to its events, or else when it was first missing. */
  async function goneSince({ stackId, seenAtMs }: StackSnapshot) {
    if (stackId === null) return seenAtMs;
    const found = await problemIfUnavailable(async () => ({ events: await readEvents(ports, stackId, null) }));
    return 'problem' in found ? seenAtMs : (deletedAtMs(found.events) ?? seenAtMs);
  }

  const begin =
    (action: StackAction) =>
    async ({ params, user }: { params: { stackName: string }; user: { name: string } }) => ({
      data: asActionLog(await beginAction(ports, await configuredStack(params.stackName), { action, by: user.name })),
    });

  return {
    async listStacks() {
      return { data: (await configured()).map(({ name }) => name) };
    },

    async describeStack({ params: { stackName } }) {
      const { awsStackInfo, actionLogs } = await describe(stackName, actionsOnCard);
      return { data: { awsStackInfo, actionLogs } };
    },

    async getStackDetail({ params: { stackName } }) {
      const { snapshot, awsStackInfo, actionLogs } = await describe(stackName, actionsOnPage);
      const events = snapshot.stackId === null ? [] : await readEvents(ports, snapshot.stackId, snapshot.stack);
      return { data: { awsStackInfo: awsStackInfo && { ...awsStackInfo, events }, actionLogs, lastEvents: events } };
    },

    async getStackCosts() {
      const untilMs = ports.now().getTime();
      const month = new Date(untilMs).toISOString().slice(0, 7);
      const fromMs = Date.parse(`${month}-01T00:00:00Z`);
      const costsOf = async ({ name: stackName, hourlyPrice }: ConfiguredStack) => {
        const [actions, { snapshot }] = await Promise.all([
          store.listActions(stackName, fromMs),
          store.getState(stackName, 0),
        ]);
        const goneSinceMs = snapshot?.stack === null ? await goneSince(snapshot) : undefined;
        const hours = uptimeMs(actions, { fromMs, untilMs, goneSinceMs }) / hourMs;
        return {
          stackName,
          hours,
          actions: actions.filter(({ actionTimeMs }) => actionTimeMs >= fromMs).length,
          hourlyPrice,
        };
      };
      return { month, stacks: await Promise.all((await configured()).map(costsOf)) };
    },

    startStack: begin('START'),
    restartStack: begin('RESTART'),
    stopStack: begin('STOP'),
  };
}
