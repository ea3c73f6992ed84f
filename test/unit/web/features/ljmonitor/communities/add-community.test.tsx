/** @jest-environment jsdom */
import { beforeEach, describe, expect, it } from '@jest/globals';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { AddCommunity } from 'web/features/ljmonitor/communities/add-community.tsx';
import { renderPart } from '../../../../../support/browser/render.tsx';

const call = 'PUT /api/ljmonitor/resblock/1111027378022';

const show = (answers = {}) =>
  renderPart(<AddCommunity communities={[]} onAdded={() => undefined} />, {
    answers: {
      'GET /api/ljmonitor/resblock': { body: [] },
      'GET /api/ljmonitor/batch/refreshStatus': { status: 500, body: {} },
      ...answers,
    },
  });
const field = () => screen.getByLabelText<HTMLInputElement>('id');
const type = (text: string) => fireEvent.change(field(), { target: { value: text } });
const press = () => fireEvent.click(screen.getByRole('button', { name: 'add' }));
const note = () => document.querySelector('#add-note')?.textContent;

beforeEach(() => localStorage.clear());

describe('a community that could not be added', () => {
  it('is kept when the site cannot be reached, as the form says', async () => {
    show();
    Object.assign(globalThis, { fetch: () => Promise.reject(new TypeError('Failed to fetch')) });
    type('1111027378022');
    press();
    await waitFor(() =>
      expect(note()).toBe('Could not add the community. The site could not be reached. What you typed is kept.'),
    );
    expect(field().value).toBe('1111027378022');
  });

  it('is no longer named once the text is another one, also while it was being asked for', async () => {
    const { promise, resolve } = Promise.withResolvers<{ status: number; body: unknown }>();
    show({ [call]: promise });
    type('1111027378022');
    press();
    await screen.findByText('Looking it up on the listing site…');
    type('1111027378033');
    resolve({ status: 500, body: {} });
    await waitFor(() => expect(note()).not.toContain('Looking it up'));
    expect(note()).not.toContain('Could not add');
    expect(field().getAttribute('aria-invalid')).toBe('false');
  });
});

it('asks about no community that is deleted, and says again what can be entered', async () => {
  localStorage.setItem('draft new communities', '1111027378022');
  show();
  expect(await screen.findByText(/^Enter a community’s ID/)).toBeTruthy();
  expect(screen.queryByRole('group')).toBeNull();
});
