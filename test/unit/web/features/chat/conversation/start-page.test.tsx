/** @jest-environment jsdom */
import { expect, it } from '@jest/globals';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { StartPage } from 'web/features/chat/conversation/start-page.tsx';
import { renderPart } from '../../../../../support/browser/render.tsx';

const terra = { code: 'terra', name: 'Terra', provider: 'OpenAI', available: true, isInitial: true };

it('a new conversation begins with the model that was chosen before its first message', async () => {
  const { sent } = renderPart(<StartPage />, {
    answers: { 'GET /api/chat/models': { body: [terra, { ...terra, code: 'sol', name: 'Sol', isInitial: false }] } },
  });
  const menu = await screen.findByRole('combobox', { name: 'Model' });
  expect(menu).toHaveProperty('value', 'terra');
  fireEvent.change(menu, { target: { value: 'sol' } });
  fireEvent.change(screen.getByRole('textbox'), { target: { value: 'What is tea?' } });
  fireEvent.click(screen.getByRole('button', { name: 'Send' }));
  await waitFor(() =>
    expect(sent).toContainEqual({
      call: 'POST /api/chat/session/create_with_message',
      body: expect.objectContaining({ text: 'What is tea?', modelCode: 'sol' }),
    }),
  );
});
