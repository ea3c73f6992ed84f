import { describe, expect, it } from '@jest/globals';
import { FunctionError } from 'local/aws/lambda/functions';
import { asynchronously, retryWhileThrottled, throttled } from 'local/aws/lambda/throttling';

const { signal } = new AbortController();
const patient = { firstPauseMs: 1, maxPauseMs: 2, forMs: 60_000, signal };

/** Returns a function that is throttled `times` times, and counts its invocations. */
function busy(times: number, error: Error = throttled()) {
  const calls = { count: 0 };
  return {
    calls,
    invoke: async () => {
      if (++calls.count <= times) throw error;
      return 'done';
    },
  };
}

describe('a throttled invocation', () => {
  it('is tried again until there is a free execution', async () => {
    const { calls, invoke } = busy(3);
    expect(await retryWhileThrottled(invoke, patient)).toBe('done');
    expect(calls.count).toBe(4);
  });

  it('fails when its time is over', async () => {
    const sent = retryWhileThrottled(busy(Infinity).invoke, { ...patient, forMs: 30 });
    await expect(sent).rejects.toMatchObject({ errorType: 'TooManyRequestsException' });
  });

  it('is not tried again when the function itself failed', async () => {
    const { calls, invoke } = busy(1, new FunctionError('TypeError', 'no'));
    await expect(retryWhileThrottled(invoke, patient)).rejects.toMatchObject({ errorType: 'TypeError' });
    expect(calls.count).toBe(1);
  });
});

describe('an asynchronous invocation', () => {
  it('waits for a free execution', async () => {
    const { calls, invoke } = busy(1);
    expect(await asynchronously({ invoke }, 100, signal).invoke('arn', {})).toBe('done');
    expect(calls.count).toBe(2);
  });

  it('is refused an event beyond the limit', async () => {
    const { calls, invoke } = busy(0);
    const sent = asynchronously({ invoke }, 100, signal).invoke('arn', 'x'.repeat(99));
    await expect(sent).rejects.toMatchObject({ errorType: 'RequestTooLargeException' });
    expect(calls.count).toBe(0);
  });
});
