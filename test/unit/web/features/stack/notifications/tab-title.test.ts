import { describe, expect, it } from '@jest/globals';
import { tabTitle } from 'web/features/stack/notifications/tab-title';
import { info, log } from '../../../../../support/site/stacks.ts';

const updatedAt = new Date(2026, 10, 22, 21, 4).getTime();
const ended = [log({ syncStatus: 'SUCCEEDED' })];
const titled = (awsStackInfo: ReturnType<typeof info> | null, actionLogs = ended, isPolling = true) =>
  tabTitle('survival', { data: { awsStackInfo, actionLogs }, isPolling, updatedAt });

describe('the title of a hidden tab', () => {
  it.each([
    [null, [log({})], '◌ starting — survival'],
    [info(), [log({ action: 'RESTART' })], '◌ restarting — survival'],
    [info(), [log({ action: 'STOP' })], '◌ stopping — survival'],
    [info({ stackStatus: 'DELETE_IN_PROGRESS' }), ended, '◌ stopping — survival'],
    [info({ stackStatus: 'ROLLBACK_IN_PROGRESS' }), ended, '✕ start failed — survival'],
  ])('shows the progress: %#', (stack, logs, title) => {
    expect(titled(stack, logs)).toBe(title);
  });

  it.each([
    [info(), ended, '● ready'],
    [null, ended, '○ not running'],
    [info({ stackStatus: 'DELETE_FAILED' }), ended, '✕ stop failed'],
    // The server is up, but not by the restart that was asked for.
    [info(), [log({ action: 'RESTART', syncStatus: 'FAILED' }), ...ended], '✕ restart failed'],
  ])('shows the result and its time: %#', (stack, logs, word) => {
    expect(titled(stack, logs)).toBe(`${word} — survival (21:04)`);
  });

  it('says that updates are paused when the page stopped polling', () => {
    expect(titled(null, [log({})], false)).toBe('✕ updates paused — survival (21:04)');
    expect(titled(info({ stackStatus: 'DELETE_IN_PROGRESS' }), ended, false)).toMatch(/^✕ updates paused/);
    expect(titled(info(), ended, false)).toBe('● ready — survival (21:04)');
  });
});
