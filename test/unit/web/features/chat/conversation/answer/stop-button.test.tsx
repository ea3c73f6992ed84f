/** @jest-environment jsdom */
import { expect, it } from '@jest/globals';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { StopButton } from 'web/features/chat/conversation/answer/stop-button.tsx';
import { renderPart } from '../../../../../../support/browser/render.tsx';
import { idOf, message } from '../../messages.ts';

const stopCall = `POST /api/chat/session/message/${idOf(1)}/stop`;

it('Escape stops an answer wherever the focus is, except in a field or a dialog', async () => {
  const { sent } = renderPart(
    <>
      <p tabIndex={-1}>The answer</p>
      <input aria-label="Title" />
      <StopButton message={message(1, { status: 'IN_PROGRESS' })} />
    </>,
    { answers: { [stopCall]: { status: 503, body: {} } } },
  );
  const dialog = document.body.appendChild(document.createElement('dialog'));
  dialog.open = true;
  fireEvent.keyDown(screen.getByText('The answer'), { key: 'Escape' });
  dialog.remove();
  fireEvent.keyDown(screen.getByLabelText('Title'), { key: 'Escape' });
  expect(sent).toEqual([]);
  fireEvent.keyDown(screen.getByText('The answer'), { key: 'Escape' });
  await waitFor(() => expect(sent.map(({ call }) => call)).toEqual([stopCall]));
});
