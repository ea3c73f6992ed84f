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
  it('shows NOT_FOUND without a stack', async () => {
    const card = await show(null);
    expect(within(card).getByText('NOT_FOUND').dataset['color']).toBe('grey');
    expect(within(card).getByText('Not running.')).toBeTruthy();
    expect(within(card).getByText('No actions yet.')).toBeTruthy();
  });

  it('shows a failed start as failed, whatever the status of CloudFormation ends with', async () => {
    const card = await show(info({ stackStatus: 'ROLLBACK_COMPLETE' }));
    expect(within(card).getByText(/^Start failed/).dataset['color']).toBe('red');
    expect(within(card).getByText('ROLLBACK_COMPLETE').dataset['color']).toBe('green');
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

  it.each([
    ['a stack that is not there', null],
    ['a running server', info({ outputs: [{ outputKey: 'ServerAddress', outputValue: '192.0.2.1' }] })],
  ])('has no main button on %s, because several cards stand side by side', async (_, awsStackInfo) => {
    await show(awsStackInfo);
    const [button] = screen.getAllByRole('button', { name: /Start|Copy/ });
    expect(button?.className).not.toContain('main');
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

  it('stays away beside an error', () => {
    showNotice(new Error('no'));
    expect(screen.queryByRole('button')).toBeNull();
  });
});
