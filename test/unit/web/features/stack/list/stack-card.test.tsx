/** @jest-environment jsdom */
import { describe, expect, it } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { StackCard } from 'web/features/stack/list/stack-card.tsx';
import { PollingPaused } from 'web/features/stack/server/times.tsx';
import { renderPart } from '../../../../../support/browser/render.tsx';
import { info, log, rights } from '../../../../../support/site/stacks.ts';

const call = 'GET /api/minecraft_bedrock/v2/survival/description';
type Info = ReturnType<typeof info>;
type Log = ReturnType<typeof log>;

async function show(awsStackInfo: Info | null, actionLogs: Log[] = []) {
  renderPart(<StackCard stackName="survival" />, {
    answers: { [call]: { body: { data: { awsStackInfo, actionLogs, rights } } } },
  });
  await screen.findByRole('table');
  return screen.getByRole('listitem');
}

describe('a stack card', () => {
  it('links to the stack and shows a skeleton while it loads', () => {
    renderPart(<StackCard stackName="survival" />);
    expect(screen.getByRole('link', { name: 'survival' }).getAttribute('href')).toBe(
      '/stack/detail?stackName=survival',
    );
    expect(screen.getByText('Loading')).toBeTruthy();
  });

  it('shows NOT_FOUND without a stack', async () => {
    const card = await show(null);
    expect(within(card).getByText('NOT_FOUND').dataset['color']).toBe('grey');
    expect(within(card).getByText('Not running.')).toBeTruthy();
    expect(within(card).getByText('No actions yet.')).toBeTruthy();
  });

  it('shows the address of a running server', async () => {
    const outputs = [
      { outputKey: 'ServerAddress', outputValue: '192.0.2.1' },
      { outputKey: 'ServerPort', outputValue: '19132' },
    ];
    const card = await show(info({ outputs }));
    expect(within(card).getByText('Running.')).toBeTruthy();
    expect(within(card).getByText('192.0.2.1:19132')).toBeTruthy();
  });

  it('hides the address while the server is stopping', async () => {
    const outputs = [{ outputKey: 'ServerAddress', outputValue: '192.0.2.1' }];
    const card = await show(info({ outputs }), [log({ action: 'STOP' })]);
    expect(within(card).queryByText('192.0.2.1')).toBeNull();
    expect(within(card).getByText('Stopping: the server is about to shut down.')).toBeTruthy();
  });

  it.each([
    ['CREATE_IN_PROGRESS', 'blue', 'Starting: the server is being created.'],
    ['ROLLBACK_COMPLETE', 'green', 'The start failed and was rolled back: nothing is running.'],
    ['DELETE_FAILED', 'red', 'The stop failed, and part of the server is still there. It may cost money.'],
  ])('describes %s in the color %s', async (stackStatus, color, sentence) => {
    const card = await show(info({ stackStatus }));
    expect(within(card).getByText(stackStatus).dataset['color']).toBe(color);
    expect(within(card).getByText(sentence)).toBeTruthy();
  });

  it.each([
    ['a stack that is not there', null, [], /^Start survival$/],
    ['a failed stop', info({ stackStatus: 'DELETE_FAILED' }), [], /^Stop survival$/],
  ])('offers the sensible action on %s, and asks before it', async (_, awsStackInfo, actionLogs, name) => {
    await show(awsStackInfo, actionLogs);
    fireEvent.click(screen.getByRole('button', { name }));
    expect(await screen.findByText(/^Are you sure to (start|stop) survival\?$/)).toBeTruthy();
  });

  it.each([
    ['a running server', info(), []],
    ['a server on its way', info({ stackStatus: 'CREATE_IN_PROGRESS' }), [log({ syncStatus: 'RUNNING' })]],
  ])('offers no action on %s', async (_, awsStackInfo, actionLogs) => {
    await show(awsStackInfo, actionLogs);
    expect(screen.queryByRole('button', { name: /Start|Stop|Restart/ })).toBeNull();
  });

  it('starts the server once its question is confirmed', async () => {
    const { sent } = renderPart(<StackCard stackName="survival" />, {
      answers: { [call]: { body: { data: { awsStackInfo: null, actionLogs: [], rights } } } },
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Start survival' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
    expect(sent.map((each) => each.call)).toEqual([call]);
    fireEvent.click(screen.getByRole('button', { name: 'Start survival' }));
    fireEvent.click(screen.getByRole('button', { name: 'Confirm' }));
    await waitFor(() =>
      expect(sent.map((each) => each.call)).toContain('POST /api/minecraft_bedrock/v2/survival/start'),
    );
  });

  it('offers no action to a user who may only watch', async () => {
    renderPart(<StackCard stackName="survival" />, {
      answers: {
        [call]: { body: { data: { awsStackInfo: null, actionLogs: [], rights: { ...rights, start: false } } } },
      },
    });
    await screen.findByRole('table');
    expect(screen.queryByRole('button', { name: /Start/ })).toBeNull();
  });

  it('lists its actions with their states', async () => {
    await show(info(), [log({ syncStatus: 'SUCCEEDED' })]);
    const [head, row] = screen.getAllByRole('row');
    expect(head?.textContent).toBe('ActionStatusUpdated');
    expect(row?.textContent).toMatch(/^STARTSUCCEEDED\d{4}-\d\d-\d\d/);
  });

  it('says error and why when it cannot load', async () => {
    renderPart(<StackCard stackName="survival" />, {
      answers: { [call]: { status: 404, body: { errorCode: 'not_found', message: 'there is no such stack' } } },
    });
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toMatch(/^error +There is no such stack\./);
    expect(within(alert).getByRole('button', { name: 'Retry' })).toBeTruthy();
  });
});

describe('the paused notice', () => {
  const stack = { awsStackInfo: info(), actionLogs: [] };
  const showNotice = (error: unknown) =>
    renderPart(
      <PollingPaused
        data={stack}
        error={error}
        updatedAt={Date.now()}
        refresh={() => undefined}
        className={undefined}
      />,
    );

  it('gives the age of the data and offers to refresh it', () => {
    showNotice(null);
    expect(screen.getByText(/Checked just now/)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Refresh' })).toBeTruthy();
  });

  it('stays away beside an error', () => {
    showNotice(new Error('no'));
    expect(screen.queryByRole('button')).toBeNull();
  });
});
