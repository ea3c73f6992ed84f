/** @jest-environment jsdom */
import { afterEach, expect, it } from '@jest/globals';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { claimDrafts, lockDrafts } from 'web/lib/draft-storage';
import { HouseRow } from 'web/features/ljmonitor/houses/house-row.tsx';
import { renderPart } from '../../../../../support/browser/render.tsx';
import { house } from '../fixtures.ts';

afterEach(() => localStorage.clear());

const save = 'PUT /api/ljmonitor/house/111122345678/note';

async function open(note: string | undefined, response: { status?: number; body: unknown }) {
  const { sent } = renderPart(<HouseRow house={house({ note })} community={undefined} index={0} setSize={1} />, {
    answers: { [save]: response },
  });
  fireEvent.click(screen.getByRole('button', { name: 'Note' }));
  const field = await screen.findByLabelText('Your note on this house');
  return { field, sent: () => sent.filter(({ call }) => call === save).map(({ body }) => body) };
}

it('saves a note with the one that it replaces, and gives the focus back', async () => {
  const { field, sent } = await open('Call on Monday', { body: house({ note: 'Call on Friday' }) });
  expect(document.activeElement).toBe(field);
  fireEvent.change(field, { target: { value: ' Call on Friday ' } });
  fireEvent.keyDown(field, { key: 'Enter', ctrlKey: true });
  await waitFor(() => expect(sent()).toEqual([{ note: 'Call on Friday', was: 'Call on Monday' }]));
  await waitFor(() => expect(screen.queryByLabelText('Your note on this house')).toBeNull());
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Note', expanded: false }));
});

it('keeps what was typed when another browser has changed the note', async () => {
  const message = 'Another browser has changed this note. Load the page again to see it.';
  const { field } = await open(undefined, { status: 409, body: { errorCode: 'conflict', message } });
  fireEvent.change(field, { target: { value: 'Mine' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(new RegExp(message.replaceAll('.', '\\.')))).toBeTruthy();
  expect(screen.getByDisplayValue('Mine')).toBeTruthy();
});

it('shows the note in its row, and leaves it alone on Escape', async () => {
  const { field, sent } = await open('Call on Monday', { body: {} });
  fireEvent.change(field, { target: { value: 'no' } });
  fireEvent.keyDown(field, { key: 'Escape' });
  expect(screen.getByText('Call on Monday')).toBeTruthy();
  expect(sent()).toEqual([]);
});

it('shows what was kept for its person above what was typed before that person was known, and saves both', async () => {
  claimDrafts('ann');
  localStorage.setItem('draft note 111122345678', 'Ask for the lift');
  lockDrafts();
  const { field, sent } = await open('Call on Monday', { body: house({}) });
  fireEvent.change(field, { target: { value: 'Call on Tuesday' } });
  act(() => claimDrafts('ann'));
  expect(field).toHaveProperty('value', 'Ask for the lift\nCall on Tuesday');
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent()).toEqual([{ note: 'Ask for the lift\nCall on Tuesday', was: 'Call on Monday' }]));
});

it('can be emptied', async () => {
  const { field } = await open('Call on Monday', { body: {} });
  for (const value of ['Call', '']) {
    fireEvent.change(field, { target: { value } });
    expect(field).toHaveProperty('value', value);
  }
});

it('has what was typed again after the page was left, beside the note that is saved, until it is canceled', async () => {
  const { field } = await open('Call on Monday', { body: {} });
  fireEvent.change(field, { target: { value: 'Call on Tuesday' } });
  cleanup();
  await open('Call on Sunday', { body: {} });
  expect(screen.getByDisplayValue('Call on Tuesday')).toBeTruthy();
  expect(screen.getByText('Not saved yet. The saved note is: Call on Sunday')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  cleanup();
  await open('Call on Sunday', { body: {} });
  expect(screen.getByDisplayValue('Call on Sunday')).toBeTruthy();
});
