/** @jest-environment jsdom */
import { expect, it } from '@jest/globals';
import { fireEvent, screen } from '@testing-library/react';
import { useLocation } from 'react-router-dom';
import FindBar from 'web/features/chat/conversation/find/find-bar.tsx';
import { renderPart } from '../../../../../../support/browser/render.tsx';
import { sessionId } from '../../messages.ts';

const idOf = (name: string) => `${sessionId}.${name}`;
const newest = ['three', 'two', 'one'].map(idOf);

function Page() {
  return (
    <>
      <FindBar sessionId={sessionId} />
      <p>at {new URLSearchParams(useLocation().search).get('message') ?? 'the newest'}</p>
    </>
  );
}

const show = (message?: string) =>
  renderPart(<Page />, {
    path: `/chat?find=tea${message === undefined ? '' : `&message=${idOf(message)}`}`,
    answers: {
      [`GET /api/chat/session/${sessionId}/find?text=tea`]: { body: { sessionMessageIds: newest, remaining: 0 } },
    },
  });

it('begins at the newest message, and goes round', async () => {
  show();
  expect(await screen.findByText('3 of 3')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Next' }));
  expect(screen.getByText(`at ${idOf('one')}`)).toBeTruthy();
  expect(screen.getByText('1 of 3')).toBeTruthy();
});

it('opens at a message that is older than all that the search names, and leads from there to these', async () => {
  show('zero');
  expect(await screen.findByText('3 found')).toBeTruthy();
  expect(screen.getByText(`at ${idOf('zero')}`)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Next' }));
  expect(screen.getByText(`at ${idOf('one')}`)).toBeTruthy();
});
