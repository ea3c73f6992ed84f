/** @jest-environment jsdom */
import { describe, expect, it } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { describeRest, phaseTimes, usualMs } from 'web/features/stack/detail/boot';
import { BootPhases } from 'web/features/stack/detail/boot-phases.tsx';
import { info, log } from '../../../../../support/site/stacks.ts';

const second = 1000;

describe('the phases of a boot', () => {
  it('begin with the machine, which is in progress until the server reports', () => {
    expect(phaseTimes(info({ creationTime: 5 * second }), 47 * second)).toEqual([
      { phase: 'instance', ms: 42 * second, isOver: false },
    ]);
  });

  it('have the length of each that is over, and the time so far of the one in progress', () => {
    expect(phaseTimes(info({ boot: [40, 70, 75].map((at) => at * second) }), 80 * second)).toEqual([
      { phase: 'instance', ms: 40 * second, isOver: true },
      { phase: 'packages', ms: 30 * second, isOver: true },
      { phase: 'world', ms: 5 * second, isOver: true },
      { phase: 'image', ms: 5 * second, isOver: false },
    ]);
  });

  it('are five when the game answers, and none of them is negative when a clock is behind', () => {
    const phases = phaseTimes(
      info({ creationTime: 50 * second, boot: [40, 70, 75, 80, 99].map((at) => at * second) }),
      0,
    );
    expect(phases.map(({ ms }) => ms / second)).toEqual([0, 30, 5, 5, 19]);
    expect(phases.every(({ isOver }) => isOver)).toBe(true);
  });

  it('are a list that marks the one in progress', () => {
    render(<BootPhases info={info({ creationTime: Date.now() - 60 * second, boot: [Date.now() - 20 * second] })} />);
    const [machine, packages] = screen.getAllByRole('listitem');
    expect(machine?.textContent).toBe('Machine 40 s');
    expect(machine?.getAttribute('aria-current')).toBeNull();
    expect(packages?.textContent).toMatch(/^Packages 2\d s$/);
    expect(packages?.getAttribute('aria-current')).toBe('step');
  });
});

const start = (seconds: number) => log({ syncStatus: 'SUCCEEDED', actionTime: 0, syncTime: seconds * second });
const stop = log({ action: 'STOP', syncStatus: 'SUCCEEDED' });

describe('how long a start usually takes', () => {
  it('is the median of the last five that created a server', () => {
    const logs = [
      log(),
      stop,
      start(250),
      stop,
      start(240),
      stop,
      start(900),
      stop,
      start(230),
      stop,
      start(260),
      stop,
      start(1),
    ];
    expect(usualMs(logs, log())).toBe(250 * second);
  });

  it('leaves out starts of a running server, and those that failed', () => {
    const failed = log({ syncStatus: 'FAILED', syncTime: 3_000_000 });
    expect(usualMs([log(), stop, start(2), start(200), failed, stop], log())).toBe(200 * second);
    expect(usualMs([log(), failed], log())).toBeUndefined();
  });

  it('is another time for a restart', () => {
    const restart = log({ action: 'RESTART', syncStatus: 'SUCCEEDED', actionTime: 0, syncTime: 400 * second });
    expect(usualMs([restart, start(200)], restart)).toBe(400 * second);
  });

  it('says about how much of it is left', () => {
    const running = log({ actionTime: 0 });
    expect(describeRest(running, 250 * second, 60 * second)).toBe(
      'A start usually takes 4 min 10 s, about 3 min left.',
    );
    expect(describeRest(running, 250 * second, 230 * second)).toBe(
      'A start usually takes 4 min 10 s, less than a minute left.',
    );
    expect(describeRest({ ...running, action: 'RESTART' }, 250 * second, 260 * second)).toBe(
      'A restart usually takes 4 min 10 s.',
    );
  });
});
