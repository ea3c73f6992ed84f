/** @jest-environment jsdom */
import { beforeEach, expect, it } from '@jest/globals';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { defaultChoices } from 'shared-types/rules/auth/preferences';
import { StartPage } from 'web/features/chat/conversation/start-page.tsx';
import Settings from 'web/features/chat/conversation/settings/settings.tsx';
import { choose, getChoices } from 'web/lib/preferences/preferences';
import { renderPart } from '../../../../../../support/browser/render.tsx';

const sol = { code: 'sol', name: 'Sol', provider: 'OpenAI', available: true, isInitial: true };
const session = {
  sessionId: '01HZZZZZZZZZZZZZZZZZZZZZZZ',
  title: 'Tea',
  memorySize: 10,
  chatProvider: 'OPENAI',
  chatModal: 'sol',
  createTime: 1,
  updateTime: 1,
};
const settingsWith = (models: object[]) =>
  renderPart(<Settings sessionId={session.sessionId} onClose={() => {}} />, {
    answers: {
      [`GET /api/chat/session/${session.sessionId}`]: { body: session },
      'GET /api/chat/models': { body: models },
    },
  });

beforeEach(() => {
  HTMLDialogElement.prototype.showModal = () => {};
  choose(defaultChoices);
});

it('a person turns the titles of a model off, and new conversations say so', async () => {
  const { unmount } = settingsWith([sol, { ...sol, code: 'luna', name: 'Luna', writesTitles: true }]);
  const box = await screen.findByLabelText(/^Luna writes the titles/);
  expect(box).toHaveProperty('checked', true);
  fireEvent.click(box);
  expect(box).toHaveProperty('checked', false);
  expect(getChoices().titlesByModel).toBe(false);
  unmount();
  const { sent } = renderPart(<StartPage />, { answers: { 'GET /api/chat/models': { body: [sol] } } });
  fireEvent.change(await screen.findByRole('textbox'), { target: { value: 'What is tea?' } });
  fireEvent.click(screen.getByRole('button', { name: 'Send' }));
  await waitFor(() =>
    expect(sent).toContainEqual({
      call: 'POST /api/chat/session/create_with_message',
      body: expect.objectContaining({ titleByModel: false }),
    }),
  );
});

it('a site without a model for titles offers no choice', async () => {
  settingsWith([sol]);
  expect(await screen.findByLabelText(/^Enter sends/)).toBeTruthy();
  await screen.findByText('Sol');
  expect(screen.queryByLabelText(/writes the titles/)).toBeNull();
});
