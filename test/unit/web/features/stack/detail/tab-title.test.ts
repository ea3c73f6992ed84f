import { describe, expect, it } from '@jest/globals';
import { tabTitle } from 'web/features/stack/detail/tab-title';
import { info, log } from '../../../../../support/site/stacks.ts';

const updatedAt = new Date(2026, 10, 22, 21, 4).getTime();
const ended = [log({ syncStatus: 'SUCCEEDED' })];
const titled = (awsStackInfo: ReturnType<typeof info> | null, actionLogs = ended, isPolling = true) =>
  tabTitle('survival', { data: { awsStackInfo, actionLogs }, isPolling, updatedAt });

describe('the title of a hidden tab', () => {
  it.each([
    [null, [log({})], '◌ Starting — survival'],
    [info(), [log({ action: 'RESTART' })], '◌ Restarting — survival'],
    [info(), [log({ action: 'STOP' })], '◌ Stopping — survival'],
    [info({ stackStatus: 'DELETE_IN_PROGRESS' }), ended, '◌ Stopping — survival'],
    [info({ stackStatus: 'ROLLBACK_IN_PROGRESS' }), ended, '✕ Start failed — survival'],
  ])('shows the progress: %#', (stack, logs, title) => {
    expect(titled(stack, logs)).toBe(title);
  });

  it.each([
    [info(), ended, '● Ready'],
    [null, ended, '○ Not running'],
    [info({ stackStatus: 'DELETE_FAILED' }), ended, '✕ Stop failed'],
    // The server is up, but not by the restart that was asked for.
    [info(), [log({ action: 'RESTART', syncStatus: 'FAILED' }), ...ended], '✕ Restart failed'],
  ])('shows the result and its time: %#', (stack, logs, word) => {
    expect(titled(stack, logs)).toBe(`${word} — survival (21:04)`);
  });

  it('says that updates are paused when the page stopped polling', () => {
    expect(titled(null, [log({})], false)).toBe('✕ Updates paused — survival (21:04)');
    expect(titled(info({ stackStatus: 'DELETE_IN_PROGRESS' }), ended, false)).toMatch(/^✕ Updates paused/);
    expect(titled(info(), ended, false)).toBe('● Ready — survival (21:04)');
  });
});
