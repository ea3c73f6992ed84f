import { describe, expect, it } from '@jest/globals';
import type { StepInput } from 'lambdas/stack/step-input';
import { useStackTestEnvironment } from '../unit/lambdas/stack/stack-test-environment.ts';

const env = await useStackTestEnvironment();

/** Simulates a minute of ten tabs that poll every five seconds, beside the workflow. */
async function pollForAMinute(name: string, workflow = async () => {}) {
  const asked = () => [env.calls('DescribeStacks', name), env.calls('DescribeStackEvents', name)];
  const [stacks = 0, events = 0] = asked();
  for (let beat = 0; beat < 120; beat++) {
    await workflow();
    await env.api.detail(name);
    env.clock.advance(500);
  }
  const [stacksNow = 0, eventsNow = 0] = asked();
  return { stacks: stacksNow - stacks, events: eventsNow - events };
}

/** Requests a stop after two seconds, and runs its steps, which take half a second each. */
function stopOf(name: string) {
  let dueMs = env.clock.now() + 2_000;
  let input: StepInput | undefined;
  return async () => {
    if (env.clock.now() < dueMs) return;
    if (!input) await env.api.stop(name);
    const output = await env.step(input ?? env.lastStarted());
    input = output;
    dueMs = output.verdict === 'wait' ? env.clock.now() + output.waitSeconds * 1000 + 500 : Infinity;
  };
}

describe('the snapshot cache', () => {
  it('asks CloudFormation twelve times a minute for any number of pages, and once for the final events', async () => {
    expect(await pollForAMinute(await env.startedStack())).toEqual({ stacks: 12, events: 1 });
  });

  it('asks no more often while a workflow polls as well, which still notices the end in time', async () => {
    const name = await env.startedStack();
    env.cloudFormation.setMode('slow');
    const workflow = stopOf(name);
    for (let minutes = 0; minutes < 2; minutes++)
      expect((await pollForAMinute(name, workflow)).stacks).toBeLessThanOrEqual(12);
    const { actionLogs, lastEvents } = await env.api.detail(name);
    expect(actionLogs[0]).toMatchObject({ action: 'STOP', syncStatus: 'SUCCEEDED' });
    // A snapshot is five seconds old at most.
    expect((actionLogs[0]?.syncTime ?? Infinity) - (lastEvents[0]?.timestamp ?? 0)).toBeLessThanOrEqual(15_500);
  });
});
