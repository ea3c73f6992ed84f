/** @jest-environment jsdom */
import { describe, expect, it, jest } from '@jest/globals';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import type { StackWorld } from 'shared-types/contract/stack';
import { Backups, describeProblem } from 'web/features/stack/worlds/backups.tsx';
import { describeSize } from 'web/features/stack/worlds/texts';
import { renderPart } from '../../../../../support/browser/render.tsx';
import { detail, info } from '../../../../../support/site/stacks.ts';

const base = '/api/minecraft_bedrock/v2/survival';
const done = { body: {} };
const log = { action: 'START', actionTime: 1, syncStatus: 'RUNNING', syncTime: 1, reason: null, by: 'Ann' };
const archive = {
  archiveId: 'A1',
  time: Date.UTC(2026, 10, 21, 20, 4),
  bytes: 12_345_678,
  reason: 'stop' as const,
  version: '1.26.52.3',
  levelName: 'Bedrock level',
};

// jsdom has no modal dialogs.
HTMLDialogElement.prototype.showModal = jest.fn();
HTMLDialogElement.prototype.close = jest.fn();

function show(
  world: Partial<StackWorld>,
  change: Partial<Parameters<typeof Backups>[0]> = {},
  list: object = { data: ['survival'], access: 'everyone' },
) {
  const data = { archives: [archive], next: null, problem: null, ...world };
  return renderPart(
    <Backups
      game="bedrock"
      stackName="survival"
      context={{ state: 'absent' }}
      isPolling={false}
      mayChange
      {...change}
    />,
    {
      answers: {
        [`GET ${base}/world`]: { body: { data } },
        [`PUT ${base}/world/next`]: done,
        [`DELETE ${base}/world/next`]: done,
        [`POST ${base}/world/archives`]: done,
        [`GET ${base}/detail`]: detail(change.context?.state === 'running' ? info() : null),
        [`POST ${base}/start`]: { body: { data: log } },
        [`POST ${base}/restart`]: { body: { data: log } },
        'GET /api/minecraft_bedrock/v2': { body: list },
      },
    },
  );
}
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name, hidden: true }));

describe('the backups of a world', () => {
  it.each([
    ['absent', 'Roll back and start', `POST ${base}/start`],
    ['running', 'Roll back and restart', `POST ${base}/restart`],
  ] as const)('are two clicks away from a start with one of them: %s', async (state, confirm, begins) => {
    const { sent } = show({}, { context: { state } });
    expect(await screen.findByText('12 MB · Minecraft 1.26.52.3 · at a stop')).toBeTruthy();
    await press('Roll back');
    await press(confirm);
    await waitFor(() => expect(sent.map(({ call }) => call)).toContain(begins));
    expect(sent).toContainEqual({ call: `PUT ${base}/world/next`, body: { archiveId: 'A1' } });
  });

  it('name the players whom a restart with one of them disconnects', async () => {
    show({}, { context: { state: 'running', online: 3, named: ['Anna', 'Bo'] } });
    await press('Roll back');
    expect(screen.getByText('Anna, Bo and 1 more are on.')).toBeTruthy();
    expect(screen.getByText(/The server restarts, which disconnects the 3 players on it/)).toBeTruthy();
    await press('Cancel');
    await press('Create world…');
    expect(screen.getByText('Anna, Bo and 1 more are on.')).toBeTruthy();
  });

  it('make place for a new world with its settings', async () => {
    const { sent } = show({});
    await press('Create world…');
    fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'Isle ' } });
    fireEvent.change(screen.getByLabelText('Mode'), { target: { value: 'creative' } });
    await press('Create and start');
    await waitFor(() => expect(sent.map(({ call }) => call)).toContain(`POST ${base}/start`));
    const settings = { name: 'Isle', seed: '', gameMode: 'creative', difficulty: 'easy' };
    expect(sent).toContainEqual({ call: `PUT ${base}/world/next`, body: { archiveId: null, settings } });
  });

  it('say in red when the newest world has none', async () => {
    show({ problem: { time: 1, reason: 'The disk is full.', isLost: true } });
    expect((await screen.findByRole('alert')).textContent).toMatch(
      /^The newest world has no backup\. The disk is full\./,
    );
  });

  it('tell which world comes next, and keep the present one on request', async () => {
    const { sent } = show({ next: { archiveId: null, time: 1, by: 'Bob' } });
    expect(await screen.findByText(/^The next start begins with a new world, chosen by Bob\./)).toBeTruthy();
    await press('Keep world');
    await waitFor(() => expect(sent.map(({ call }) => call)).toContain(`DELETE ${base}/world/next`));
  });

  it('are made of a running server only, and one at a time', async () => {
    show({}, { context: { state: 'running' } });
    await screen.findByText(/at a stop/);
    await press('Back up');
    expect(await screen.findByRole('button', { name: 'Backing up…' })).toHaveProperty('disabled', true);
  });

  it('can be read, and not changed, without access', async () => {
    show({}, { mayChange: false, context: { state: 'running' } });
    expect(await screen.findByText(/at a stop/)).toBeTruthy();
    expect(screen.queryByRole('button')).toBeNull();
  });
});

describe('the sentences about backups', () => {
  it('give sizes in megabytes', () => {
    expect([1000, 2_500_000, 512_000_000].map(describeSize)).toEqual(['0.1 MB', '2.5 MB', '512 MB']);
  });

  it('end the reason of a failure with one full stop', () => {
    expect(describeProblem({ time: 1, reason: 'No answer', isLost: false })).toBe('The last backup failed. No answer.');
    expect(describeProblem({ time: 1, reason: 'No answer.', isLost: false })).toBe(
      'The last backup failed. No answer.',
    );
  });
});

describe('the files of worlds', () => {
  it.each([
    ['bedrock', '.mcworld,.zip'],
    ['java', '.zip'],
  ] as const)('are those of the game: %s', async (game, accepted) => {
    show({}, { game });
    expect((await screen.findByLabelText('World file')).getAttribute('accept')).toBe(accepted);
  });

  it.each([
    [{ other: 'java' } as const, false],
    [{ survival: 'java', other: 'java' } as const, true],
    [undefined, true],
  ])('can be copied to servers of the same game only: %j', async (games, isShown) => {
    show({}, {}, { data: ['survival', 'other'], access: 'everyone', games });
    await screen.findByRole('button', { name: 'Roll back' });
    await waitFor(() => expect(screen.queryAllByRole('button', { name: 'Copy…' })).toHaveLength(isShown ? 1 : 0));
  });
});
