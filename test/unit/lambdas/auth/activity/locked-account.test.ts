import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { AuditEvent } from 'shared-types/contract/audit';
import * as z from 'zod';
import { type AuthSite, minute, startAuthSite } from '../../../../support/site/auth-site.ts';
import { signedInUser, submitPassword } from '../../../../support/site/test-user.ts';

let site: AuthSite;
beforeAll(async () => {
  site = await startAuthSite({ owner: 'owner@example.org' });
});
afterAll(() => site.close());

it('the activity has a password that the pool did not look at, because too many were wrong', async () => {
  const username = 'ann@example.org';
  await signedInUser(site, username);
  const guess = (host: number) => submitPassword(site.browser(`198.51.100.${host}`), username, 'Wrong-one-1');
  for (let tries = 0; tries < 5; tries++) await guess(tries);
  // The site's own limit of wrong passwords ends here, and the pool still counts them.
  site.clock.advance(10 * minute + 1);
  await guess(10);
  await guess(11);
  const owner = await signedInUser(site, 'owner@example.org');
  const { body } = await owner.ask('GET /api/auth/owner/activity');
  const events = z.array(AuditEvent).parse(body['events']);
  expect(events).toContainEqual(expect.objectContaining({ kind: 'signIn', outcome: 'refused', code: 'locked' }));
});
