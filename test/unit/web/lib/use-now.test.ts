/** @jest-environment jsdom */
import { afterAll, describe, expect, it } from '@jest/globals';
import { renderHook } from '@testing-library/react';
import { serverNow, syncServerClock } from 'web/lib/server-clock';
import { useNow } from 'web/lib/use-now';

const minuteMs = 60_000;
afterAll(() => syncServerClock(new Date().toUTCString()));

describe('useNow', () => {
  it("tells the server's time as soon as it is known, whatever this machine's clock says", () => {
    const { result, rerender } = renderHook(() => useNow());
    expect(Math.abs(result.current - Date.now())).toBeLessThan(minuteMs);
    syncServerClock(new Date(Date.now() - 10 * minuteMs).toUTCString());
    rerender();
    expect(Math.abs(result.current - (Date.now() - 10 * minuteMs))).toBeLessThan(minuteMs);
    expect(Math.abs(serverNow() - result.current)).toBeLessThan(minuteMs);
  });
});
