/** @jest-environment jsdom */
import { beforeEach, expect, it } from '@jest/globals';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { newDraftId, saveDraft } from 'web/features/chat/conversation/composer/draft';
import { StartPage } from 'web/features/chat/conversation/start-page.tsx';
import { claimDrafts } from 'web/lib/draft-storage';
import { getChoices } from 'web/lib/preferences/preferences';
import { renderPart } from '../../../../../support/browser/render.tsx';

beforeEach(() => localStorage.clear());

const terra = { code: 'terra', name: 'Terra', provider: 'OpenAI', available: true, isInitial: true };

it('a new conversation begins with the model that was chosen before its first message', async () => {
  const { sent } = renderPart(<StartPage />, {
    answers: { 'GET /api/chat/models': { body: [terra, { ...terra, code: 'sol', name: 'Sol', isInitial: false }] } },
  });
  const models = await menu();
  expect(models).toHaveProperty('value', 'terra');
  fireEvent.change(models, { target: { value: 'sol' } });
  fireEvent.change(screen.getByRole('textbox'), { target: { value: 'What is tea?' } });
  fireEvent.click(screen.getByRole('button', { name: 'Send' }));
  await waitFor(() =>
    expect(sent).toContainEqual({
      call: 'POST /api/chat/session/create_with_message',
      body: expect.objectContaining({ text: 'What is tea?', modelCode: 'sol' }),
    }),
  );
});

const menu = () => screen.findByRole('combobox', { name: 'Model' });

it('a reload keeps the chosen model, until its conversation has begun', async () => {
  const [models, create] = ['GET /api/chat/models', 'POST /api/chat/session/create_with_message'];
  const listed = [terra, { ...terra, code: 'sol', name: 'Sol', isInitial: false }];
  const body = { session: { sessionId: 's1' }, sessionMessageId: 's1.1', assistantSessionMessageId: 's1.2' };
  const answers = { [models]: { body: listed }, [create]: { body } };
  const first = renderPart(<StartPage />, { answers });
  fireEvent.change(await menu(), { target: { value: 'sol' } });
  first.unmount();
  // A site that has lost the model offers the one that it begins with.
  const without = renderPart(<StartPage />, { answers: { [models]: { body: [terra] } } });
  expect(await menu()).toHaveProperty('value', 'terra');
  without.unmount();
  const second = renderPart(<StartPage />, { answers });
  expect(await menu()).toHaveProperty('value', 'sol');
  fireEvent.change(screen.getByRole('textbox'), { target: { value: 'What is tea?' } });
  fireEvent.click(screen.getByRole('button', { name: 'Send' }));
  await waitFor(() => expect(Object.keys(localStorage)).not.toContain('draft model'));
  expect(second.sent.find(({ call }) => call === create)?.body).toMatchObject({ modelCode: 'sol' });
  second.unmount();
  renderPart(<StartPage />, { answers });
  expect(await menu()).toHaveProperty('value', 'terra');
});

it('the chosen model is not that of the next person who signs in', async () => {
  claimDrafts('ann');
  const answers = {
    'GET /api/chat/models': { body: [terra, { ...terra, code: 'sol', name: 'Sol', isInitial: false }] },
  };
  const first = renderPart(<StartPage />, { answers });
  fireEvent.change(await menu(), { target: { value: 'sol' } });
  first.unmount();
  renderPart(<StartPage />, { answers });
  expect(await menu()).toHaveProperty('value', 'sol');
  act(() => claimDrafts('bob'));
  expect(await menu()).toHaveProperty('value', 'terra');
});

it('tells what files send before the first message', async () => {
  const answers = { 'GET /api/chat/models': { body: [{ ...terra, pdfs: true }] } };
  const file = { fileId: '01', name: 'lease.pdf', type: 'application/pdf' as const, bytes: 250_000, tokens: 40 };
  saveDraft(newDraftId, { text: '', attachments: [{ id: '1', name: file.name, share: 1, file, cancel: () => {} }] });
  renderPart(<StartPage />, { answers });
  expect(await screen.findByText('Sends about 3,040 tokens, plus the answer.')).toBeTruthy();
  saveDraft(newDraftId, { text: '', attachments: [] });
  await waitFor(() => expect(screen.queryByText(/^Sends about/)).toBeNull());
});

it('names the keys of the person', async () => {
  renderPart(<StartPage />, { answers: { 'GET /api/chat/models': { body: [terra] } } });
  expect(screen.getByText(/^Press Enter for a new line, Ctrl\+Enter to send\./)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Use Enter instead' }));
  expect(await screen.findByText(/^Press Enter to send, Shift\+Enter for a new line\./)).toBeTruthy();
  expect(getChoices().enterSends).toBe(true);
  fireEvent.click(screen.getByRole('button', { name: 'Use Ctrl+Enter instead' }));
  expect(getChoices().enterSends).toBe(false);
});

it('shows the last conversations where a window has no room for the list', async () => {
  const conversation = { sessionId: 's1', title: 'Tea and its leaves', updateTime: Date.now() };
  renderPart(<StartPage />, {
    answers: {
      'GET /api/auth/session': { body: { data: { userContext: { userId: 'ann', name: 'Ann' } } } },
      'GET /api/chat/models': { body: [terra] },
      'GET /api/chat/session/list': { body: [conversation] },
    },
  });
  const link = await screen.findByRole('link', { name: /^Tea and its leaves/ });
  expect(link.getAttribute('href')).toBe('/chat?sessionId=s1');
});

const personaId = '1f0c7c1e-6f0a-4d53-8a0a-0f2b8e1c7a11';

it('a new conversation begins as the pressed persona, whose model the menu shows', async () => {
  const { sent } = renderPart(<StartPage />, {
    answers: {
      'GET /api/chat/models': { body: [terra, { ...terra, code: 'sol', name: 'Sol', isInitial: false }] },
      'GET /api/chat/personas': { body: [{ personaId, name: 'Tea expert', systemPrompt: 'Tea.', modelCode: 'sol' }] },
    },
  });
  const models = await menu();
  const chip = await screen.findByRole('button', { name: 'Tea expert' });
  fireEvent.click(chip);
  expect(chip.getAttribute('aria-pressed')).toBe('true');
  expect(models).toHaveProperty('value', 'sol');
  fireEvent.click(chip);
  expect(models).toHaveProperty('value', 'terra');
  fireEvent.click(chip);
  fireEvent.change(screen.getByRole('textbox'), { target: { value: 'What is tea?' } });
  fireEvent.click(screen.getByRole('button', { name: 'Send' }));
  const body = { text: 'What is tea?', idempotencyKey: expect.any(String), personaId };
  await waitFor(() => expect(sent).toContainEqual({ call: 'POST /api/chat/session/create_with_message', body }));
});

const typeInto = async (label: string, value: string) =>
  void fireEvent.change(await screen.findByLabelText(label), { target: { value } });

it('puts a starter of the person before what is written, and keeps those that the person edits', async () => {
  renderPart(<StartPage />, { answers: { 'GET /api/chat/models': { body: [terra] } } });
  fireEvent.click(screen.getByRole('button', { name: 'Add starters' }));
  await typeInto('Starter 1', 'Translate into German:');
  await typeInto('Starter 2', '   ');
  await typeInto('Starter 4', '请用简单的话解释：');
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(getChoices().starters).toEqual(['Translate into German:', '请用简单的话解释：']);
  fireEvent.change(screen.getByRole('textbox'), { target: { value: 'Good morning' } });
  fireEvent.click(screen.getByRole('button', { name: 'Translate into German:' }));
  expect(screen.getByRole('textbox')).toHaveProperty('value', 'Translate into German: Good morning');
  expect(document.activeElement).toBe(screen.getByRole('textbox'));
  fireEvent.click(screen.getByRole('button', { name: 'Edit starters' }));
  expect(await screen.findByLabelText('Starter 2')).toHaveProperty('value', '请用简单的话解释：');
});
