import { afterAll, expect, it } from '@jest/globals';
import * as z from 'zod';
import { startCloud } from '../../support/aws/cloud.ts';
import { owner } from '../../support/credentials.ts';
import { eventually } from '../../support/eventually.ts';
import { apiCaller } from '../../support/site/caller.ts';
import { stackPage } from '../../support/site/stack-page.ts';

const stackName = 'creative';
const cloud = await startCloud({ stackSpeed: 60, stackNames: [stackName] });
afterAll(() => cloud.close());

const cookie = await cloud.signIn(owner);
const call = apiCaller(cloud.origin, cookie, { asksAgain: true });
const { begin, ended } = stackPage(cloud.origin, cookie, stackName);
const params = { stackName };

const Joined = z.object({ isAdmitted: z.boolean() });
const join = async (name: string) => Joined.parse(await cloud.control('/players/join', { stackName, name })).isAdmitted;
const allowOnly = (allowed: string[], version: number) =>
  call('PUT /api/minecraft_bedrock/v2/{stackName}/players', {
    params,
    body: { isAllowListOn: true, allowed, operators: [], version },
  });

/** The test passes no time of the site, so this is the time that a person waits. */
const promiseMs = 10_000;

it('a stranger is refused within ten seconds of the change of the allow list, and a friend is let in', async () => {
  await begin('start');
  await ended();
  expect(await join('Stranger')).toBe(true);
  await allowOnly(['小明 B'], 0);
  await eventually(async () => !(await join('Stranger')), promiseMs, 500);
  expect(await join('小明 B')).toBe(true);
  expect(await join('Ann')).toBe(false);
  await allowOnly(['小明 B', 'Ann'], 1);
  await eventually(() => join('ann'), promiseMs, 500);
});
