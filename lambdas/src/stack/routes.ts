import { gameOf } from 'shared-types/rules/stack/game';
import { usualSizes } from 'shared-types/rules/stack/server-sizes';
import { maxScheduledHours } from 'shared-types/rules/stack-status';
import { hourMs } from 'shared-types/rules/time';
import type { StackAction, stackApi } from 'shared-types/contract/stack';
import type { Routes } from '../platform/http/http-handler.ts';
import type { User } from '../platform/http/session.ts';
import { asActionLog } from './actions/action.ts';
import { describe, describeCard, describeCards, outdatedSince } from './describe.ts';
import { readUptimes } from './hours/server-hours.ts';
import { monthPeriod, uptimeMs } from './hours/uptime.ts';
import { readLicense } from './license/require-license.ts';
import { requireRight, type RightsPorts } from './rights/rights.ts';
import { findConfiguredStack } from './stack-list.ts';
import type { ConfiguredStack } from './stack-list-store.ts';
import { asPlan } from './weekly-times/weekly-times.ts';
import type { WeeklyTimesStore } from './weekly-times/weekly-times-store.ts';
import { beginAction, type BeginPorts } from './workflow/begin-action.ts';
import { moveStop } from './workflow/move-stop.ts';
import { readShownEvents } from './workflow/read-state.ts';

export type StackPorts = BeginPorts &
  RightsPorts & {
    store: Pick<WeeklyTimesStore, 'findWeeklyTimes'>;
    isOwner: (user: User) => Promise<boolean>;
  };

const actionsOnPage = 20;

const rightFor = { START: 'start', RESTART: 'replace', STOP: 'stop' } as const;

export function stackRoutes(ports: StackPorts): Routes<typeof stackApi> {
  const { configured } = ports;

  const begin =
    (action: StackAction) =>
    async ({ params: { stackName }, user }: { params: { stackName: string }; user: User }) => {
      const stack = await findConfiguredStack(ports, stackName);
      await requireRight(ports, user, stackName, rightFor[action]);
      const { name: by, userId } = user;
      return { data: asActionLog(await beginAction(ports, stack, { action, by, userId })) };
    };

  /** Returns the hours of a server in this month so far, and its price. */
  const costsOf = async ({ name: stackName, hourlyPrice }: ConfiguredStack) => {
    const now = ports.now();
    const { uptimes, actions } = await readUptimes(ports, stackName);
    const period = { fromMs: monthPeriod(now).fromMs, untilMs: now.getTime() };
    return { stackName, hours: uptimeMs(uptimes, period) / hourMs, actions, hourlyPrice };
  };

  return {
    async listStacks({ query, user }) {
      const stacks = await configured();
      const names = stacks.map(({ name }) => name);
      const rights = await ports.rightsOf(user);
      const hasAny = names.some((name) => rights.of(name).start || rights.of(name).stop);
      const described = query.describe?.split(',');
      const others = stacks.filter(({ game }) => game !== undefined && game !== 'bedrock');
      return {
        data: names,
        ...(others.length > 0 && { games: Object.fromEntries(others.map((each) => [each.name, gameOf(each)])) }),
        access: rights.isForEveryone ? 'everyone' : hasAny ? 'listed' : 'none',
        ...(described && {
          described: await describeCards(
            ports,
            stacks.filter(({ name }) => described.includes(name)),
            rights,
          ),
        }),
      };
    },

    async describeStack({ params: { stackName }, user }) {
      const stack = await findConfiguredStack(ports, stackName);
      return { data: await describeCard(ports, stack, await ports.rightsOf(user)) };
    },

    async getStackDetail({ params: { stackName }, user }) {
      const stack = await findConfiguredStack(ports, stackName);
      const { game, awsStackInfo, actionLogs, ...shown } = await describe(ports, stack, { actions: actionsOnPage });
      const { events, outdatedSinceMs } = await readShownEvents(ports, shown);
      return {
        data: {
          game,
          awsStackInfo: awsStackInfo && { ...awsStackInfo, events },
          actionLogs,
          lastEvents: events,
          rights: (await ports.rightsOf(user)).of(stackName),
          isOwner: await ports.isOwner(user),
          license: await readLicense(ports),
          plan: asPlan(await ports.store.findWeeklyTimes(stackName), ports.now()),
          ...outdatedSince(outdatedSinceMs),
        },
      };
    },

    async getServerHours({ user: { userId } }) {
      const now = ports.now();
      const ofStacks = await Promise.all((await configured()).map(({ name }) => readUptimes(ports, name)));
      const own = ofStacks.flatMap(({ uptimes }) => uptimes).filter((uptime) => uptime.userId === userId);
      const period = { fromMs: monthPeriod(now).fromMs, untilMs: now.getTime() };
      const { person, site } = ports.serverHourLimits;
      return { hours: uptimeMs(own, period) / hourMs, hourLimit: person, siteHourLimit: site };
    },

    async getStackHours({ params: { stackName } }) {
      const stack = await findConfiguredStack(ports, stackName);
      const { hours, hourlyPrice } = await costsOf(stack);
      const instanceType = stack.parameters['InstanceType'] ?? usualSizes[gameOf(stack)];
      return { hours, instanceType, hourlyPrice, maxUptimeHours: stack.maxUptimeHours || maxScheduledHours };
    },

    async getStackCosts() {
      return {
        month: ports.now().toISOString().slice(0, 7),
        hourLimit: ports.serverHourLimits.site,
        stacks: await Promise.all((await configured()).map(costsOf)),
      };
    },

    async moveStop({ params: { stackName }, body: { stopsAt, until }, user }) {
      const stack = await findConfiguredStack(ports, stackName);
      await requireRight(ports, user, stackName, 'start');
      if (until < stopsAt) await requireRight(ports, user, stackName, 'stop');
      const start = await moveStop(ports, stack, user, { fromMs: stopsAt, untilMs: until });
      return { data: asActionLog(start), stopsAt: start.stopsAtMs ?? until };
    },

    startStack: begin('START'),
    restartStack: begin('RESTART'),
    stopStack: begin('STOP'),
  };
}
