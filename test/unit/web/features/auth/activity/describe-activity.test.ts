import { describe, expect, it } from '@jest/globals';
import type { AuditEvent } from 'shared-types/contract/audit';
import type { Invitation } from 'shared-types/contract/auth';
import {
  describeAccount,
  describeEvent,
  describeSource,
  describeSubject,
  sortEvents,
} from 'web/features/auth/activity/describe-activity';

const event: AuditEvent = {
  eventRef: '1',
  time: 0,
  kind: 'signIn',
  outcome: 'done',
  code: null,
  userId: null,
  usernames: [],
  hasMoreUsernames: false,
  by: null,
  network: '203.0.113.0/24',
  browser: 'Firefox',
  requestId: 'r-1',
  route: '',
  subject: null,
  isNewBrowser: false,
  count: 1,
};

describe('describeEvent', () => {
  it.each<[string, Partial<AuditEvent>]>([
    ['Sign-in', {}],
    ['Sign-in in a new browser', { isNewBrowser: true }],
    ['Session used in another network', { kind: 'sessionMoved' }],
    ['Session used in another browser', { kind: 'sessionMoved', isNewBrowser: true }],
    ['Sign-in refused: wrong code (3 times)', { code: 'wrongCode', count: 3 }],
    ['Request refused: not allowed', { kind: 'refusedCall', code: 'forbidden' }],
    ['Stack started', { kind: 'stackStarted' }],
    ['Stack start refused: not allowed', { kind: 'stackStarted', code: 'forbidden' }],
    ['Sign-up refused: somethingNew', { kind: 'signUp', code: 'somethingNew' }],
  ])('says %j', (text, over) => {
    expect(describeEvent({ ...event, ...over })).toBe(text);
  });
});

describe('describeSubject', () => {
  const invitation: Invitation = {
    invitationRef: 'ref-1',
    note: 'Ann',
    createTime: 0,
    expiryTime: 1,
    state: 'used',
    usedBy: 'ann@example.org',
  };

  it.each<[string | null, Partial<AuditEvent>]>([
    ['Invitation for Ann, used by ann@example.org', { kind: 'signUp', subject: 'ref-1' }],
    [null, { kind: 'signUp', subject: 'ref-2' }],
    ['Session id-7', { kind: 'sessionMoved', subject: 'id-7' }],
    ['creative', { kind: 'stackStarted', subject: 'creative' }],
    ['GET /api/a', { kind: 'refusedCall', subject: 'creative', route: 'GET /api/a' }],
    [null, { kind: 'emailConfirmed', route: 'POST /api/b' }],
  ])('says %j', (text, over) => {
    expect(describeSubject({ ...event, ...over }, [invitation])).toBe(text);
  });

  it('names an invitation without a name by its time', () => {
    const open: Invitation = { ...invitation, note: '', usedBy: null, state: 'open' };
    expect(describeSubject({ ...event, kind: 'signUp', subject: 'ref-1' }, [open])).toMatch(
      /^Invitation created \d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/,
    );
  });
});

describe('sortEvents', () => {
  it('puts the newest first', () => {
    expect(sortEvents([2, 3, 1].map((time) => ({ ...event, time }))).map(({ time }) => time)).toEqual([3, 2, 1]);
  });
});

describe('describeAccount', () => {
  const emails = new Map([['cognito|ann', 'ann@example.org']]);
  const usernames = ['bea@example.org', 'cy@example.org'];

  it.each<[string | null, Partial<AuditEvent>]>([
    ['ann@example.org', { userId: 'cognito|ann', usernames }],
    ['bea@example.org', { userId: 'cognito|bea', usernames: ['bea@example.org'] }],
    ['google|7', { userId: 'google|7' }],
    ['bea@example.org, cy@example.org', { usernames }],
    ['bea@example.org, cy@example.org and others', { usernames, hasMoreUsernames: true }],
    ['(not an email address)', { usernames: ['no address'] }],
    [null, {}],
  ])('says %j', (text, over) => {
    expect(describeAccount({ ...event, ...over }, emails)).toBe(text);
  });
});

describe('describeSource', () => {
  it('names the browser and the network', () => {
    expect(describeSource(event)).toBe('Firefox, 203.0.113.0/24');
    expect(describeSource({ ...event, browser: 'other', network: '192.0.2.0/24' })).toBe(
      'Unknown browser, 192.0.2.0/24',
    );
  });

  it.each([
    ['operator', 'npm run reset-mfa', 'npm run reset-mfa'],
    ['site', 'idle', 'Empty server'],
  ])('names the reason of an act of the %s', (by, route, text) => {
    expect(describeSource({ ...event, by, route, browser: 'other', network: '' })).toBe(text);
  });
});
