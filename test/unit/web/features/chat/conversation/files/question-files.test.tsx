/** @jest-environment jsdom */
import { afterEach, expect, it, jest } from '@jest/globals';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { QuestionFiles } from 'web/features/chat/conversation/files/question-files.tsx';
import { renderPart } from '../../../../../../support/browser/render.tsx';
import { idOf } from '../../messages.ts';

afterEach(() => {
  jest.restoreAllMocks();
});

it('an address that has expired is replaced by a new one when its link is followed', async () => {
  const open = jest.spyOn(window, 'open').mockReturnValue(null);
  const url = 'https://files.example/notes';
  const file = { fileId: '01', name: 'notes.md', type: 'text/plain' as const, bytes: 3 };
  const answers = { [`GET /api/chat/session/message/${idOf(1)}/files`]: { body: [{ fileId: '01', url }] } };
  const { sent } = renderPart(<QuestionFiles sessionMessageId={idOf(1)} files={[file]} />, { answers });
  const link = await screen.findByRole('link');
  await waitFor(() => expect(link.getAttribute('href')).toBe(url));
  // The browser follows the link itself while the address is valid.
  expect(fireEvent.click(link)).toBe(true);
  jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 3_600_000);
  expect(fireEvent.click(link)).toBe(false);
  await waitFor(() => expect(open.mock.calls).toEqual([[url, '_self']]));
  expect(sent).toHaveLength(2);
});
