/** @jest-environment jsdom */
import { beforeAll, expect, it } from '@jest/globals';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import PersonaDialog from 'web/features/chat/personas/persona-dialog.tsx';
import { renderPart } from '../../../../../support/browser/render.tsx';

const personaId = '1f0c7c1e-6f0a-4d53-8a0a-0f2b8e1c7a11';
const persona = { personaId, name: 'Tea expert', systemPrompt: 'Tea.', modelCode: 'sol', effort: 'low' };
const sol = { code: 'sol', name: 'Sol', provider: 'OpenAI', available: true, efforts: ['low', 'high'] };
const address = `/api/chat/personas/${personaId}`;

beforeAll(() => {
  // jsdom has no dialogs.
  Object.assign(HTMLDialogElement.prototype, {
    showModal(this: HTMLDialogElement) {
      this.open = true;
    },
    close() {},
  });
});

const open = () =>
  renderPart(<PersonaDialog onClose={() => {}} onChange={() => {}} />, {
    answers: {
      'GET /api/chat/models': { body: [sol] },
      'GET /api/chat/personas': { body: [persona] },
      [`PUT ${address}`]: { body: persona },
      [`DELETE ${address}`]: { body: {} },
    },
  });

it('saves a changed persona without the fields that are left as usual', async () => {
  const { sent } = open();
  fireEvent.click(await screen.findByRole('button', { name: 'Edit Tea expert' }));
  const name = screen.getByRole('textbox', { name: 'Name' });
  const save = screen.getByRole('button', { name: 'Save' });
  fireEvent.change(name, { target: { value: ' ' } });
  expect(save).toHaveProperty('disabled', true);
  fireEvent.change(name, { target: { value: 'Coffee expert' } });
  const size = screen.getByRole('textbox', { name: 'Memory size' });
  fireEvent.change(size, { target: { value: '101' } });
  expect(save).toHaveProperty('disabled', true);
  fireEvent.change(size, { target: { value: '' } });
  await screen.findByRole('combobox', { name: 'Effort' });
  fireEvent.click(save);
  const body = { name: 'Coffee expert', systemPrompt: 'Tea.', modelCode: 'sol', effort: 'low' };
  await waitFor(() => expect(sent).toContainEqual({ call: `PUT ${address}`, body }));
  await screen.findByRole('button', { name: 'New persona' });
});

it('deletes a persona after a second press', async () => {
  const { sent } = open();
  fireEvent.click(await screen.findByRole('button', { name: 'Delete Tea expert' }));
  expect(sent.some(({ call }) => call.startsWith('DELETE'))).toBe(false);
  fireEvent.click(screen.getByRole('button', { name: 'Delete permanently Tea expert' }));
  await screen.findByText('No personas yet.');
});
