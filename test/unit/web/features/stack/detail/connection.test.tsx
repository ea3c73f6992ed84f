/** @jest-environment jsdom */
import { describe, expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import { describeCost, describeScheduledStop, ServerConnection } from 'web/features/stack/detail/connection.tsx';
import { formatTime } from 'web/lib/format-time';
import { renderPart } from '../../../../../support/browser/render.tsx';
import { info } from '../../../../../support/site/stacks.ts';

const noRights = { start: false, stop: false, command: false };

describe('the cost of a stack', () => {
  const hour = 3_600_000;
  it.each([
    [0.1, 3 * hour, 'About $0.30 so far'],
    [0.0416, 2 * hour + hour / 2, 'About $0.10 so far'],
    [0.0416, hour / 5, 'Less than $0.01 so far'],
    [0.1, hour / 10, 'About $0.01 so far'],
    [0.1, -hour, 'Less than $0.01 so far'],
  ])('at %d an hour after %d ms: %s', (hourlyPrice, now, text) => {
    expect(describeCost(info({ hourlyPrice }), now)).toBe(text);
  });

  it('is undefined when the price is unknown', () => {
    expect(describeCost(info(), hour)).toBeUndefined();
  });
});

describe('a scheduled stop', () => {
  it.each<[Parameters<typeof describeScheduledStop>[0], string]>([
    ['running', 'Stops at 23:10, earlier if empty'],
    ['starting', 'Stops at 23:10, earlier if empty'],
    ['broken', 'Stops at 23:10'],
    ['partlyCreated', 'Tries to stop at 23:10'],
    ['partlyDeleted', 'Tries to stop at 23:10'],
  ])('is described for a stack that is %s', (state, text) => {
    expect(describeScheduledStop(state, '23:10', false)).toBe(text);
  });

  it('is the latest one beside that of an empty server', () => {
    expect(describeScheduledStop('running', '23:10', true)).toBe('Stops at 23:10 at the latest');
  });
});

it.each([
  ['the main button of a server that answers', false, true],
  ['quiet beside the Restart of a silent server', true, false],
])('the button that copies the address is %s', (_, isSilent, isMain) => {
  const players = { online: 0, seenAt: 0, lastPlayedAt: 0, idleStopAt: 0, isSilent };
  const up = info({ outputs: [{ outputKey: 'ServerAddress', outputValue: '192.0.2.1' }], players });
  renderPart(<ServerConnection info={up} game="bedrock" running={undefined} rights={noRights} />);
  expect(screen.getByRole('button', { name: 'Copy' }).className.includes('main')).toBe(isMain);
});

it('names the players beside their number', () => {
  const now = Date.now();
  const at = (minutes: number) => now - minutes * 60_000;
  const named = [
    { name: 'Anna', since: at(20) },
    { name: 'Bo', since: at(3) },
  ];
  const players = { online: 3, seenAt: now, lastPlayedAt: now, idleStopAt: now, named };
  const up = info({ outputs: [{ outputKey: 'ServerAddress', outputValue: '192.0.2.1' }], players });
  renderPart(<ServerConnection info={up} game="bedrock" running={undefined} rights={noRights} />);
  const time = (minutes: number) => formatTime(at(minutes), now);
  expect(
    screen.getByText(`3 players: Anna since ${time(20)}, Bo since ${time(3)} and 1 more · counted just now`),
  ).toBeTruthy();
});
