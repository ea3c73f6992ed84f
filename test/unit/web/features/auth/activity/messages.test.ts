import { describe, expect, it } from '@jest/globals';
import type { AuditEvent } from 'shared-types/contract/audit';
import { describeEvent, describeSource } from 'web/features/auth/activity/messages';

const event: AuditEvent = {
  eventRef: '1',
  time: 0,
  kind: 'signIn',
  outcome: 'done',
  code: null,
  userId: null,
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

describe('describeSource', () => {
  it('names the browser and the network', () => {
    expect(describeSource(event)).toBe('Firefox, 203.0.113.0/24');
    expect(describeSource({ ...event, browser: 'other', network: '192.0.2.0/24' })).toBe('Other browser, 192.0.2.0/24');
  });

  it.each([
    ['operator', 'npm run reset-mfa', 'npm run reset-mfa'],
    ['site', 'idle', 'Empty server'],
  ])('names the reason of an act of the %s', (by, route, text) => {
    expect(describeSource({ ...event, by, route, browser: 'other', network: '' })).toBe(text);
  });
});
