/** @jest-environment jsdom */
import { describe, expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import type { StackAccess } from 'shared-types/contract/stack';
import { Actions } from 'web/features/stack/actions/actions.tsx';
import { StackList } from 'web/features/stack/list/stack-list.tsx';
import { renderPart } from '../../../../../support/browser/render.tsx';
import { info } from '../../../../../support/site/stacks.ts';

const show = (access: StackAccess) =>
  renderPart(
    <Actions stackName="survival" data={{ awsStackInfo: null, actionLogs: [], access }}>
      <p>Not running.</p>
    </Actions>,
  );

describe('Actions', () => {
  it.each(['everyone', 'listed'] as const)('offers its buttons to a user with the access %s', (access) => {
    show(access);
    expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Start', 'Restart', 'Stop']);
  });

  it.each([
    ['CREATE_COMPLETE', []],
    ['DELETE_COMPLETE', ['Start']],
    ['DELETE_FAILED', ['Stop']],
  ])('makes the sensible action the main one at %s', (stackStatus, main) => {
    renderPart(
      <Actions stackName="survival" data={{ awsStackInfo: info({ stackStatus }), actionLogs: [], access: 'everyone' }}>
        {null}
      </Actions>,
    );
    const buttons = screen.getAllByRole('button').filter(({ className }) => className.includes('main'));
    expect(buttons.map(({ textContent }) => textContent)).toEqual(main);
  });

  it('shows the status and a sentence instead of buttons to a user who may not act', () => {
    show('none');
    expect(screen.queryByRole('button')).toBeNull();
    expect(screen.getByText('Not running.')).toBeTruthy();
    expect(screen.getByText(/^You can watch these servers\./)).toBeTruthy();
  });
});

describe('the list of stacks', () => {
  it('says who can start and stop the servers', async () => {
    renderPart(<StackList />, {
      answers: { 'GET /api/minecraft_bedrock/v2': { body: { data: [], access: 'everyone' } } },
    });
    expect(await screen.findByText('Everyone who is signed in can start and stop these servers.')).toBeTruthy();
  });
});
