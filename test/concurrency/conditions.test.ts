import { afterAll, describe, expect, it } from '@jest/globals';
import { conditionSites, unsent } from '../support/dynamodb/condition-sites.ts';
import { partsOf } from '../support/dynamodb/conditions.ts';
import { nobody, type Race, raceTrack } from '../support/dynamodb/races.ts';
import { startDatabase } from '../unit/lambdas/ljmonitor/support/test-monitor.ts';
import { authRaces } from './races/auth.ts';
import { invitationRaces } from './races/invitations.ts';
import { answerRaces } from './races/chat.ts';
import { sessionRaces } from './races/chat-sessions.ts';
import { versionRaces } from './races/chat-versions.ts';
import { gateRaces } from './races/site-limiter.ts';
import { houseRaces } from './races/monitor-houses.ts';
import { runRaces } from './races/monitor-runs.ts';
import { signInRaces } from './races/sign-ins.ts';
import { stackRaces } from './races/stack.ts';

const database = await startDatabase();
afterAll(() => database.stop());
const track = raceTrack(database);

/** All of a domain's races, what notices each of its conditions, and where these stand. */
async function raced(domain: string, races: Race[]) {
  const ended = await track.ends(races);
  return {
    domain,
    ended,
    noticed: await track.noticed(ended),
    sent: ended.flatMap(({ sent }) => sent),
    sites: conditionSites(`lambdas/src/${domain}/**/*.ts`),
  };
}

const chat = await raced('chat', [...answerRaces, ...sessionRaces, ...versionRaces]);
const domains = [
  await raced('auth', [...authRaces, ...invitationRaces, ...signInRaces]),
  chat,
  await raced('ljmonitor', [...gateRaces, ...houseRaces, ...runRaces]),
  await raced('stack', stackRaces),
];

describe.each(domains)('$domain', ({ ended, noticed, sent, sites }) => {
  it.each(ended.map(({ race, end }) => ({ name: race.name, end, ends: race.ends })))('$name', ({ end, ends }) => {
    expect(end).toEqual(ends);
  });

  it.each(noticed)('%s: noticed when %s', (_, by) => {
    expect(by).not.toBe(nobody);
  });

  it('has no condition that no race sends', () => {
    expect(sites.length).toBeGreaterThan(0);
    expect(unsent(sites, sent)).toEqual([]);
  });
});

const filesOf = (sites: { file: string }[]) => new Set(sites.map(({ file }) => file));

describe('the guard of conditions', () => {
  it('knows every file that has one', () => {
    // `platform/dynamodb` only puts together the conditions that the domains give it.
    const everywhere = conditionSites('lambdas/src/**/*.ts').filter(({ file }) => !file.includes('platform/dynamodb/'));
    expect(filesOf(everywhere)).toEqual(filesOf(domains.flatMap(({ sites }) => sites)));
  });

  it('tells of one that is new in the sources, also where an old one reads the same', () => {
    const added = ['attribute_exists(pk)', 'attribute_not_exists(pk)'].map((condition) => ({
      file: 'new.ts',
      condition,
      updates: ['SET novel = :value'],
    }));
    expect(unsent([...chat.sites, ...added], chat.sent)).toEqual(
      expect.arrayContaining(['new.ts: attribute_exists(pk)', 'new.ts: attribute_not_exists(pk)']),
    );
  });

  it('leaves out one thing at a time that a condition asks for', () => {
    expect(partsOf('a = :a AND b BETWEEN :b AND :c AND (d OR (e AND f))')).toEqual([
      'a = :a',
      'b BETWEEN :b AND :c',
      '(d OR (e AND f))',
    ]);
    expect(partsOf('a OR b')).toEqual(['a OR b']);
  });
});
