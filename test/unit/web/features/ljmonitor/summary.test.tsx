/** @jest-environment jsdom */
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { focusManager, useQuery } from '@tanstack/react-query';
import { act } from '@testing-library/react';
import { summaryQuery } from 'web/features/ljmonitor/queries';
import { renderPart } from '../../../../support/browser/render.tsx';

const body = { unread: 3, communities: 1, lastRefreshSuccessAt: null, unreadByResblock: [] };

const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));

function Count() {
  return useQuery(summaryQuery).data?.unread ?? 0;
}

describe('the summary', () => {
  beforeEach(() => void jest.useFakeTimers());

  afterEach(() => {
    focusManager.setFocused(undefined);
    jest.useRealTimers();
  });

  it('is asked for every 5 minutes, also in a hidden tab', async () => {
    focusManager.setFocused(false);
    const { sent } = renderPart(<Count />, { answers: { 'GET /api/ljmonitor/summary': { body } } });
    await pass(1_000);
    expect(sent).toHaveLength(1);
    await pass(4 * 60_000);
    expect(sent).toHaveLength(1);
    await pass(60_000);
    expect(sent).toHaveLength(2);
  });
});
