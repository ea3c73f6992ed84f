/** @jest-environment jsdom */
import { describe, expect, it, jest } from '@jest/globals';
import { useQuery } from '@tanstack/react-query';
import { act, fireEvent, screen } from '@testing-library/react';
import type { StackRights } from 'shared-types/rules/stack/rights';
import { Actions, describeEffects } from 'web/features/stack/detail/action-buttons.tsx';
import { descriptionQuery } from 'web/features/stack/queries';
import { StackList } from 'web/features/stack/list/stack-list.tsx';
import { renderPart } from '../../../../../support/browser/render.tsx';
import { info, log, rights as all } from '../../../../../support/site/stacks.ts';

// jsdom has no modal dialogs.
HTMLDialogElement.prototype.showModal = jest.fn();
HTMLDialogElement.prototype.close = jest.fn();

const show = (rights: Partial<StackRights>) =>
  renderPart(
    <Actions stackName="survival" data={{ awsStackInfo: null, actionLogs: [], rights: { ...all, ...rights } }}>
      <p>Not running.</p>
    </Actions>,
  );

describe('Actions', () => {
  it.each([
    [{}, ['Start', 'Restart', 'Stop'], /Restart does the same as Start\.$/],
    [{ stop: false }, ['Start'], /^Start creates the server, .*To stop it, ask the owner for the right\.$/],
    [
      { start: false },
      ['Stop'],
      /^Stop has no effect: nothing is running\. To start it, ask the owner for the right\.$/,
    ],
  ])('offers the buttons for the rights of the user, and says which are missing: %j', (rights, buttons, hint) => {
    show(rights);
    expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(buttons);
    expect(screen.getByText(hint)).toBeTruthy();
  });

  it.each([
    ['CREATE_COMPLETE', []],
    ['DELETE_COMPLETE', ['Start']],
    ['DELETE_FAILED', ['Stop']],
  ])('makes the sensible action the main one at %s', (stackStatus, main) => {
    renderPart(
      <Actions stackName="survival" data={{ awsStackInfo: info({ stackStatus }), actionLogs: [], rights: all }}>
        {null}
      </Actions>,
    );
    const buttons = screen.getAllByRole('button').filter(({ className }) => className.includes('main'));
    expect(buttons.map(({ textContent }) => textContent)).toEqual(main);
  });

  it.each([
    ['Stop', 'Anna and Bo are on.'],
    ['Restart', 'Anna and Bo are on.'],
    ['Start', undefined],
  ])('names the players in the dialog of %s', (button, text) => {
    const seenAt = Date.now();
    const named = ['Anna', 'Bo'].map((name) => ({ name, since: seenAt }));
    const players = { online: 2, seenAt, lastPlayedAt: seenAt, idleStopAt: seenAt, named };
    const awsStackInfo = info({ stopsAt: seenAt + 3_600_000, players });
    renderPart(
      <Actions stackName="survival" data={{ awsStackInfo, actionLogs: [], rights: all }}>
        {null}
      </Actions>,
    );
    fireEvent.click(screen.getByRole('button', { name: button }));
    expect(screen.getByText(/^Are you sure to/)).toBeTruthy();
    expect(screen.queryByText(/ on\.$/)?.textContent).toBe(text);
  });

  it('shows the status and a sentence instead of buttons to a user who may not act', () => {
    show({ start: false, stop: false });
    expect(screen.queryByRole('button')).toBeNull();
    expect(screen.getByText('Not running.')).toBeTruthy();
    expect(screen.getByText(/^You can watch this server\./)).toBeTruthy();
  });
});

/** The buttons of a stack whose logs are those of the cache. */
function Watched() {
  const { data } = useQuery({ ...descriptionQuery('survival'), enabled: false });
  return (
    <Actions stackName="survival" data={data}>
      {null}
    </Actions>
  );
}

describe('a failed request', () => {
  it.each([
    [503, 'unavailable', false],
    [409, 'actionInProgress', true],
  ])('with %d stays (%s: %s) when an action runs', async (status, errorCode, stays) => {
    const { client } = renderPart(<Watched />, {
      answers: {
        'POST /api/minecraft_bedrock/v2/survival/start': { status, body: { errorCode, message: 'not now' } },
      },
    });
    const key = descriptionQuery('survival').queryKey;
    const data = { awsStackInfo: null, actionLogs: [], rights: all };
    act(() => void client.setQueryData(key, data));
    fireEvent.click(await screen.findByRole('button', { name: 'Start' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Confirm', hidden: true }));
    await screen.findByText('Error while start');
    act(() => void client.setQueryData(key, { ...data, actionLogs: [log()] }));
    expect(await screen.findByText(/ is in progress /)).toBeTruthy();
    expect(screen.queryByText('Error while start') !== null).toBe(stays);
  });
});

describe('the list of stacks', () => {
  it('says who can start and stop the servers', async () => {
    renderPart(<StackList />, {
      answers: {
        'GET /api/minecraft_bedrock/v2': { body: { data: ['survival'], access: 'everyone' } },
        'GET /api/minecraft_bedrock/v2/survival/description': { status: 403, body: {} },
        'GET /api/minecraft_bedrock/hours': { body: { hours: 0, hourLimit: 60, siteHourLimit: 120 } },
      },
    });
    expect(await screen.findByText('Everyone who is signed in can start and stop these servers.')).toBeTruthy();
  });
});

it('describes the effects of the buttons that a person has', () => {
  expect(describeEffects({ state: 'partlyDeleted' }, all)).toBe(
    'Start is unavailable until Stop has removed the rest of the server. Stop tries again to remove the rest of the server. ' +
      'Restart stops the server and starts it again.',
  );
  expect(describeEffects({ state: 'rolledBack' }, all)).toBe(
    'Start tries again. Stop clears the failed start away. Restart does the same as Start.',
  );
});
