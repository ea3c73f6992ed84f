import { describe, expect, it } from '@jest/globals';
import { conditionSites, conditionsNeverSent } from '../support/dynamodb/condition-sites.ts';
import { partsOf } from '../support/dynamodb/conditions.ts';
import { type ConcurrencyScenario, concurrencyRunner, undetected } from '../support/dynamodb/concurrency-scenario.ts';
import { useMonitorDatabase } from '../unit/lambdas/ljmonitor/support/test-monitor.ts';
import { auditRaces } from './races/audit.ts';
import { authRaces } from './races/auth.ts';
import { invitationRaces } from './races/invitations.ts';
import { answerRaces } from './races/chat/answers.ts';
import { conversationRaces } from './races/chat/conversations.ts';
import { pinRaces } from './races/chat/pins.ts';
import { titleRaces } from './races/chat/titles.ts';
import { offerRaces } from './races/chat/offers.ts';
import { searchRaces } from './races/chat/search.ts';
import { spendingRaces } from './races/chat/spending.ts';
import { versionRaces } from './races/chat/versions.ts';
import { itemVersionRaces } from './races/item-versions.ts';
import { limiterRaces } from './races/site-limiter.ts';
import { houseRaces } from './races/monitor-houses.ts';
import { readingRaces } from './races/monitor/readings.ts';
import { relistingRaces } from './races/monitor/relistings.ts';
import { soldRaces } from './races/monitor/sold.ts';
import { visitRaces } from './races/monitor/visits.ts';
import { runRaces } from './races/monitor-runs.ts';
import { newsRaces, notifyRaces } from './races/notify.ts';
import { signInRaces } from './races/sign-ins.ts';
import { stackRaces } from './races/stack.ts';

const database = await useMonitorDatabase();
const runner = concurrencyRunner(database);

/** Runs all scenarios of a domain, and finds which of them detects each missing condition. */
async function runDomain(domain: string, scenarios: ConcurrencyScenario[]) {
  const results = await runner.runAll(scenarios);
  return {
    domain,
    results,
    detectors: await runner.findDetectors(results),
    sent: results.flatMap(({ sent }) => sent),
    sites: conditionSites(`lambdas/src/${domain}/**/*.ts`),
  };
}

const chat = await runDomain('chat', [
  ...answerRaces,
  ...conversationRaces,
  ...titleRaces,
  ...pinRaces,
  ...offerRaces,
  ...searchRaces,
  ...spendingRaces,
  ...versionRaces,
]);
const domains = [
  await runDomain('auth', [...authRaces, ...invitationRaces, ...signInRaces]),
  chat,
  await runDomain('ljmonitor', [
    ...limiterRaces,
    ...houseRaces,
    ...runRaces,
    ...readingRaces,
    ...relistingRaces,
    ...soldRaces,
    ...visitRaces,
  ]),
  await runDomain('notify', notifyRaces),
  await runDomain('platform/news', newsRaces),
  await runDomain('platform/versions', itemVersionRaces),
  await runDomain('stack', stackRaces),
  await runDomain('platform/audit', auditRaces),
];

describe.each(domains)('$domain under concurrency', ({ results, detectors, sent, sites }) => {
  const scenarios = results.map(({ scenario: { name, expected }, result }) => ({ name, expected, result }));
  it.each(scenarios)('ends as expected when $name', ({ result, expected }) => {
    expect(result).toEqual(expected);
  });

  it.each(detectors)('detects the omission of: %s (when %s)', (_, detector) => {
    expect(detector).not.toBe(undetected);
  });

  it('sends every condition of its source code in some scenario', () => {
    expect(sites.length).toBeGreaterThan(0);
    expect(conditionsNeverSent(sites, sent)).toEqual([]);
  });
});

const filesOf = (sites: { file: string }[]) => new Set(sites.map(({ file }) => file));

describe('the check of conditions', () => {
  it('covers every file with a condition', () => {
    // `platform/dynamodb` only puts together the conditions that the domains give it.
    const everywhere = conditionSites('lambdas/src/**/*.ts').filter(({ file }) => !file.includes('platform/dynamodb/'));
    expect(filesOf(everywhere)).toEqual(filesOf(domains.flatMap(({ sites }) => sites)));
  });

  it('reports a new condition in the source code, also one that reads like an old one', () => {
    const added = ['attribute_exists(pk)', 'attribute_not_exists(pk)'].map((condition) => ({
      file: 'new.ts',
      condition,
      updates: ['SET novel = :value'],
    }));
    expect(conditionsNeverSent([...chat.sites, ...added], chat.sent)).toEqual(
      expect.arrayContaining(['new.ts: attribute_exists(pk)', 'new.ts: attribute_not_exists(pk)']),
    );
  });

  it('splits a condition into the parts that must all hold', () => {
    expect(partsOf('a = :a AND b BETWEEN :b AND :c AND (d OR (e AND f))')).toEqual([
      'a = :a',
      'b BETWEEN :b AND :c',
      '(d OR (e AND f))',
    ]);
    expect(partsOf('a OR b')).toEqual(['a OR b']);
  });
});
