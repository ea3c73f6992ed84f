import { setTimeout as wait } from 'node:timers/promises';
import { now } from '../platform/clock.ts';
import type { Table } from '../platform/dynamodb/table.ts';
import type { EnvOf } from '../platform/env.ts';
import { ownerByEmail } from '../platform/http/owner.ts';
import type { User } from '../platform/http/session.ts';
import { newId } from '../platform/id.ts';
import { newsEventBus } from '../platform/news/event-bus.ts';
import { newsDesk } from '../platform/news/tell-news.ts';
import { actionStore } from './actions/action-store.ts';
import { commandLimitStore } from './console/command-limit-store.ts';
import { playerListStore } from './console/player-list-store.ts';
import type { serverEventEnv } from './env.ts';
import { licenseStore } from './license/license-store.ts';
import { startLinkStore } from './links/start-link-store.ts';
import { toldStore } from './news/told-store.ts';
import { playerStore } from './players/player-store.ts';
import { configuredRights, userRights } from './rights/rights.ts';
import { type RightsStore, rightsStore } from './rights/rights-store.ts';
import { cloudFormationClient, cloudFormationReader } from './snapshot/cloudformation-client.ts';
import { snapshotStore } from './snapshot/snapshot-store.ts';
import { readConfiguredStacks } from './stack-list-store.ts';
import { stateStore } from './state-store.ts';
import { weeklyTimesStore } from './weekly-times/weekly-times-store.ts';
import { stepFunctionsClient, stepFunctionsExecutions } from './workflow/step-functions-client.ts';
import { worldStore } from './worlds/world-store.ts';

/** Returns the stores of the rooms together: all are in one table. */
export const stackStores = (table: Table) => ({
  ...stateStore(table),
  ...actionStore(table),
  ...snapshotStore(table),
  ...playerStore(table),
  ...playerListStore(table),
  ...commandLimitStore(table),
  ...worldStore(table),
  ...startLinkStore(table),
  ...weeklyTimesStore(table),
  ...toldStore(table),
  ...rightsStore(table),
  ...licenseStore(table),
});

/** Returns the ports of the functions that begin actions. */
export const stackPorts = (
  client: Table['client'],
  env: EnvOf<Omit<typeof serverEventEnv, 'REPORT_DOCUMENT' | 'WARNING_DOCUMENT' | 'CONSOLE_DOCUMENT' | 'EC2_URL'>>,
) => {
  const store = stackStores({ client, TableName: env.TABLE_NAME });
  return {
    store,
    ...rightsPorts(store, env),
    stacks: cloudFormationReader(cloudFormationClient()),
    executions: stepFunctionsExecutions(stepFunctionsClient(), env.STATE_MACHINE_ARN),
    configured: readConfiguredStacks(env.STACK_LIST_PARAMETERS),
    maxRunningStacks: env.MAX_RUNNING_STACKS,
    serverHourLimits: { person: env.PERSON_SERVER_HOURS, site: env.SITE_SERVER_HOURS },
    license: env.LICENSE,
    news: newsDesk({ client, TableName: env.NEWS_TABLE_NAME }, newsEventBus()),
    now,
    newId,
    wait: (ms: number) => wait(ms),
  };
};

function rightsPorts(
  store: RightsStore,
  { OWNER, STACK_USERS }: Pick<EnvOf<typeof serverEventEnv>, 'OWNER' | 'STACK_USERS'>,
) {
  const isOwner = ownerByEmail(OWNER);
  const configured = configuredRights(STACK_USERS);
  return {
    isOwner,
    configuredRights: configured,
    rightsOf: async ({ email }: Pick<User, 'email'>) =>
      userRights(await store.listRights(), configured, { email, isOwner: await isOwner({ email }) }),
  };
}
