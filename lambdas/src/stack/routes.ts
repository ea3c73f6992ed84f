import { hourMs } from 'shared-types/rules/time';
import type { StackAction, stackApi } from 'shared-types/contract/stack';
import type { Routes } from '../platform/http/http-handler.ts';
import type { User } from '../platform/http/session.ts';
import { findConfiguredStack, requireAccess } from './access.ts';
import { asActionLog } from './actions/action.ts';
import { beginAction } from './actions/begin-action.ts';
import { recoverExpiredAction } from './actions/recovery.ts';
import type { ConfiguredStack } from './stack-list-store.ts';
import { readSnapshot, readEvents } from './snapshot/snapshot-cache.ts';
import type { StackPorts } from './ports.ts';
import { asStackInfo } from './snapshot/snapshot.ts';
import { readUptimes } from './actions/server-hours.ts';
import { monthPeriod, uptimeMs } from './actions/uptime.ts';

const actionsOnCard = 5;
const actionsOnPage = 20;

export function stackRoutes(ports: StackPorts): Routes<typeof stackApi> {
  const { store, configured } = ports;

  /** Every read also recovers an action whose lease has expired. */
  async function describe(stackName: string, actions: number) {
    const { hourlyPrice } = await findConfiguredStack(ports, stackName);
    const before = await store.getState(stackName, actions);
    const state = (await recoverExpiredAction(ports, stackName, before))
      ? await store.getState(stackName, actions)
      : before;
    const snapshot = await readSnapshot(ports, stackName, state.snapshot);
    return {
      snapshot,
      awsStackInfo:
        snapshot.stack &&
        asStackInfo(snapshot.stack, {
          hourlyPrice,
          launch: state.lock.launch,
          players: state.players,
          now: ports.now(),
        }),
      actionLogs: state.actions.map(asActionLog),
    };
  }

  const begin =
    (action: StackAction) =>
    async ({ params: { stackName }, user }: { params: { stackName: string }; user: User }) => {
      const stack = await findConfiguredStack(ports, stackName);
      await requireAccess(ports, user);
      const { name: by, userId } = user;
      return { data: asActionLog(await beginAction(ports, stack, { action, by, userId })) };
    };

  return {
    async listStacks({ user }) {
      return { data: (await configured()).map(({ name }) => name), access: await ports.accessOf(user) };
    },

    async describeStack({ params: { stackName } }) {
      const { awsStackInfo, actionLogs } = await describe(stackName, actionsOnCard);
      return { data: { awsStackInfo, actionLogs } };
    },

    async getStackDetail({ params: { stackName }, user }) {
      const { snapshot, awsStackInfo, actionLogs } = await describe(stackName, actionsOnPage);
      const events = snapshot.stackId === null ? [] : await readEvents(ports, snapshot.stackId, snapshot.stack);
      return {
        data: {
          awsStackInfo: awsStackInfo && { ...awsStackInfo, events },
          actionLogs,
          lastEvents: events,
          access: await ports.accessOf(user),
        },
      };
    },

    async getServerHours({ user: { userId } }) {
      const now = ports.now();
      const ofStacks = await Promise.all((await configured()).map(({ name }) => readUptimes(ports, name)));
      const own = ofStacks.flatMap(({ uptimes }) => uptimes).filter((uptime) => uptime.userId === userId);
      const period = { fromMs: monthPeriod(now).fromMs, untilMs: now.getTime() };
      return { hours: uptimeMs(own, period) / hourMs, hourLimit: ports.serverHourLimits.person };
    },

    async getStackCosts() {
      const now = ports.now();
      const { fromMs } = monthPeriod(now);
      const costsOf = async ({ name: stackName, hourlyPrice }: ConfiguredStack) => {
        const { uptimes, actions } = await readUptimes(ports, stackName);
        return {
          stackName,
          hours: uptimeMs(uptimes, { fromMs, untilMs: now.getTime() }) / hourMs,
          actions,
          hourlyPrice,
        };
      };
      return {
        month: now.toISOString().slice(0, 7),
        hourLimit: ports.serverHourLimits.site,
        stacks: await Promise.all((await configured()).map(costsOf)),
      };
    },

    startStack: begin('START'),
    restartStack: begin('RESTART'),
    stopStack: begin('STOP'),
  };
}
