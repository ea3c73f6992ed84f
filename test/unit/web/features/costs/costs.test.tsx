/** @jest-environment jsdom */
import { describe, expect, it } from '@jest/globals';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import Costs from 'web/features/costs/costs.tsx';
import { shareOfMonth } from 'web/features/costs/queries';
import { renderPart } from '../../../../support/browser/render.tsx';

const spent = { tokens: 1_000_000, tokenLimit: 3_000_000, dollars: 2.5, dollarLimit: 5 };
const chat = {
  month: '2026-11',
  spending: { day: { ...spent, tokens: 0, dollars: 0 }, month: spent },
  answers: 12,
  models: [
    { modelCode: 'gpt-4o', inputTokens: 1_000_000, outputTokens: 0, pricePerMillion: { input: 2.5, output: 10 } },
  ],
  newModels: [{ provider: 'OpenAI', code: 'gpt-6.1-terra' }],
};
const stack = {
  month: '2026-11',
  hourLimit: 120,
  stacks: [{ stackName: 'games', hours: 3, actions: 1, hourlyPrice: null }],
};

const show = (answers = {}) =>
  renderPart(<Costs />, {
    answers: {
      'GET /api/costs/chat': { body: chat },
      'GET /api/costs/ljmonitor': { body: { month: '2026-11', pages: 0 } },
      'GET /api/costs/stack': { body: stack },
      ...answers,
    },
  });

describe('Costs', () => {
  it('marks a line without a price and says that the total leaves it out', async () => {
    show();
    const servers = await screen.findByRole('table', { name: 'Server hours' });
    expect(within(servers).getByText('No price')).toBeTruthy();
    expect(screen.getByText(/All servers together may run 120 hours a month\./)).toBeTruthy();
    expect(screen.getByText(/The total leaves out servers without an hourlyPrice/)).toBeTruthy();
  });

  it('adds up the priced lines of a part', async () => {
    const models = [1, 2].map((millions) => ({
      ...chat.models[0],
      modelCode: `m${millions}`,
      inputTokens: millions * 1e6,
    }));
    const unpriced = { ...chat.models[0], modelCode: 'm3', pricePerMillion: null };
    show({ 'GET /api/costs/chat': { body: { ...chat, models: [...models, unpriced] } } });
    const part = await screen.findByRole('region', { name: 'Model tokens' });
    expect(part.firstElementChild?.textContent).toBe('Model tokens$7.50');
  });

  it('names new models of the providers, and nothing when there are none', async () => {
    show();
    expect(await screen.findByText(/New this month: gpt-6\.1-terra \(OpenAI\)\./)).toBeTruthy();
    cleanup();
    show({ 'GET /api/costs/chat': { body: { ...chat, newModels: [] } } });
    await screen.findByText(/^About/);
    expect(screen.queryByText(/New this month/)).toBeNull();
  });

  it('says that no tokens were used', async () => {
    show({ 'GET /api/costs/chat': { body: { ...chat, models: [] } } });
    await waitFor(() => expect(screen.getByText('No tokens were used this month.')).toBeTruthy());
  });

  it('is for the owner only', async () => {
    show({ 'GET /api/costs/chat': { status: 403, body: { errorCode: 'forbidden', message: 'no' } } });
    await waitFor(() => expect(screen.getByText('Only the owner of this site can see the costs.')).toBeTruthy());
  });

  it('says that the costs could not be loaded', async () => {
    show({ 'GET /api/costs/stack': { status: 503, body: {} } });
    await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('Could not load the costs.'));
  });
});

describe('shareOfMonth', () => {
  it.each([
    ['2026-11-01T00:00:00Z', 0],
    ['2026-11-16T00:00:00Z', 0.5],
    ['2026-12-31T23:59:59Z', 1],
  ])('is, at %s, %d', (time, share) => {
    expect(shareOfMonth(new Date(time))).toBeCloseTo(share);
  });
});
