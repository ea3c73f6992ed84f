import { describe, expect, it } from '@jest/globals';
import { tabTitle } from 'web/features/stack/notifications/tab-title';
import { info, log } from '../../../../../support/site/stacks.ts';

const seenAt = new Date(2026, 10, 22, 21, 4).getTime();
const ended = [log({ syncStatus: 'SUCCEEDED' })];
const titled = (awsStackInfo: ReturnType<typeof info> | null, actionLogs = ended, isFollowed = true) =>
  tabTitle('survival', { data: { awsStackInfo, actionLogs }, isFollowed, seenAt });

describe('the title of a tab that nobody sees', () => {
  it.each([
    [null, [log({})], '◌ starting — survival'],
    [info(), [log({ action: 'RESTART' })], '◌ restarting — survival'],
    [info(), [log({ action: 'STOP' })], '◌ stopping — survival'],
    [info({ stackStatus: 'DELETE_IN_PROGRESS' }), ended, '◌ stopping — survival'],
    [info({ stackStatus: 'ROLLBACK_IN_PROGRESS' }), ended, '✕ start failed — survival'],
  ])('says what is going on: %#', (stack, logs, title) => {
    expect(titled(stack, logs)).toBe(title);
  });

  it.each([
    [info(), ended, '● ready'],
    [null, ended, '○ not running'],
    [info({ stackStatus: 'DELETE_FAILED' }), ended, '✕ stop failed'],
    // The server is up, but not by the restart that was asked for.
    [info(), [log({ action: 'RESTART', syncStatus: 'FAILED' }), ...ended], '✕ restart failed'],
  ])('says how that has ended, and when that was seen: %#', (stack, logs, word) => {
    expect(titled(stack, logs)).toBe(`${word} — survival (21:04)`);
  });

  it('does not say how it goes when nobody knows any more', () => {
    expect(titled(null, [log({})], false)).toBe('✕ no longer followed — survival (21:04)');
    expect(titled(info({ stackStatus: 'DELETE_IN_PROGRESS' }), ended, false)).toMatch(/^✕ no longer followed/);
    expect(titled(info(), ended, false)).toBe('● ready — survival (21:04)');
  });
});
