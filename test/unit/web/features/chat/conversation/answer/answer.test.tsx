/** @jest-environment jsdom */
import { beforeAll, describe, expect, it } from '@jest/globals';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import type { ChatMessage } from 'shared-types/contract/chat';
import { Answer } from 'web/features/chat/conversation/answer/answer.tsx';
import { renderPart } from '../../../../../../support/browser/render.tsx';
import { idOf, message } from '../../messages.ts';

const show = (over: Partial<ChatMessage> = {}, answers = {}, isLast = true) =>
  renderPart(<Answer message={message(1, over)} isLast={isLast} />, { answers });
const long = 'Tea. '.repeat(2_000);

const failure = { code: 'busy' as const, message: 'The model is busy. Try again in a minute.', retryable: true };

// The parts of an answer in progress load with the first one, and then show at once.
beforeAll(async () => {
  show({ status: 'PENDING', text: '' }, {}, false);
  await screen.findByText('Thinking…');
  cleanup();
});

describe('Answer', () => {
  it('shows its text, its model and its tokens', () => {
    show({ text: 'Because of *tea*.', modelCode: 'gpt-4o', usage: { inputTokens: 1_000, outputTokens: 200 } });
    expect(screen.getByText('tea').tagName).toBe('EM');
    expect(screen.getByText('gpt-4o · 1,200 tokens')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Regenerate' })).toBeTruthy();
  });

  it('lists its sources as links to other sites', async () => {
    show({ citations: [{ url: 'https://example.org/tea', title: ' ' }] });
    expect(await screen.findByText('1 source')).toBeTruthy();
    const link = screen.getByText('example.org');
    expect([link.getAttribute('href'), link.getAttribute('rel')]).toEqual([
      'https://example.org/tea',
      'noopener noreferrer',
    ]);
  });

  it('is folded when it is long and not the last, until the rest is wanted', () => {
    const { container } = show({ text: long }, {}, false);
    expect(container.querySelector('.folded')?.textContent).toContain('Tea. Tea.');
    fireEvent.click(screen.getByRole('button', { name: 'Show all' }));
    expect(container.querySelector('.folded')).toBeNull();
    expect(container.textContent).toContain('Tea. Tea.');
    expect(document.activeElement?.tagName).toBe('ARTICLE');
  });

  it('unfolds when the browser scrolls to something in its rest', () => {
    const { container } = show({ text: long }, {}, false);
    const folded = container.querySelector('.folded');
    if (!folded) throw new Error('It is not folded.');
    fireEvent.scroll(folded);
    expect(container.querySelector('.folded')).toBeNull();
  });

  it.each([
    ['the last', { text: long }, true],
    ['short', {}, false],
    ['being written', { text: long, status: 'IN_PROGRESS' as const }, false],
  ])('is not folded when it is %s', (_, over, isLast) => {
    const { container } = show(over, {}, isLast);
    expect(container.querySelector('.folded')).toBeNull();
  });

  it.each(['length', 'time_limit'])(
    'goes on after a cut at the limit %s, once for each answer',
    async (finishReason) => {
      const key = `POST /api/chat/session/message/create?sessionId=${idOf(1).split('.')[0]}`;
      const { sent } = show({ finishReason, version: 2 }, { [key]: { status: 503, body: {} } });
      fireEvent.click(await screen.findByRole('button', { name: 'Continue' }));
      await screen.findByText(/^Could not continue the answer/);
      fireEvent.click(screen.getByRole('button', { name: 'Continue' }));
      await waitFor(() => expect(new Set(sent.map(({ body }) => JSON.stringify(body))).size).toBe(1));
      expect(sent[0]).toMatchObject({
        call: key,
        body: {
          text: 'Continue exactly where you stopped.',
          idempotencyKey: expect.stringMatching(/^continue-[0-9A-Z]{26}-2$/),
        },
      });
    },
  );

  it.each([
    ['an earlier one', { finishReason: 'length' }, false],
    ['complete', { finishReason: 'stop' }, true],
  ])('does not go on when it is %s', (_, over, isLast) => {
    show(over, {}, isLast);
    expect(screen.queryByRole('button', { name: 'Continue' })).toBeNull();
  });

  it('shows how it was cut off', () => {
    show({ modelCode: 'gpt-4o', finishReason: 'length' });
    expect(screen.getByText('gpt-4o · cut off at the length limit')).toBeTruthy();
  });

  it('shows that the model is thinking before the first text', async () => {
    show({ status: 'PENDING', text: '' });
    expect(await screen.findByText('Thinking…')).toBeTruthy();
    expect(screen.getByRole('img', { name: 'Thinking face' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Regenerate' })).toBeNull();
  });

  it('counts how long the model has been thinking', async () => {
    show({ status: 'PENDING', text: '', askedAt: Date.now() - 83_000 });
    expect(await screen.findByText(/^Thinking for 1 min 2[34] s…$/)).toBeTruthy();
  });

  it('shows that the model is writing', async () => {
    show({ status: 'IN_PROGRESS', text: 'Because' });
    expect(await screen.findByText('Writing…')).toBeTruthy();
    expect(screen.getByText('Because')).toBeTruthy();
  });

  it('says that it could not be followed, and is followed again on request', async () => {
    const call = `GET /api/chat/session/message/${idOf(1)}`;
    const answers: Record<string, { status?: number; body: unknown }> = {
      [call]: { status: 503, body: { errorCode: 'unavailable', message: 'The model is not answering.' } },
    };
    const { sent } = show({ status: 'PENDING', text: '' }, answers);
    await screen.findByText(/^Lost the connection to this answer\. Temporarily unavailable\./);
    answers[call] = { body: message(1, { text: 'Found again' }) };
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
    expect(sent.length).toBeGreaterThanOrEqual(2);
  });

  it('keeps the previous answer while it is regenerated', async () => {
    const { container } = show({ status: 'PENDING', text: 'The previous answer.', isFormer: true });
    expect(container.querySelector('.previous')?.textContent).toBe('The previous answer.');
    expect(await screen.findByText('Thinking…')).toBeTruthy();
  });

  it('shows why it failed', async () => {
    show({ status: 'FAILED', text: '', failure });
    expect(await screen.findByText(/The model is busy/)).toBeTruthy();
    expect(screen.getByRole('img', { name: 'Sad face' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Keep previous' })).toBeNull();
  });

  it('says below the text of an import that it was not finished', async () => {
    show({ status: 'FAILED', text: 'Tea is' });
    expect(await screen.findByText(/^This answer was not finished\./)).toBeTruthy();
  });

  it('shows when the limit ends that it has reached, in the local time zone', async () => {
    const limitEndsAt = new Date(2031, 11, 1, 8, 5).getTime();
    show({ status: 'FAILED', text: '', failure: { ...failure, message: 'Your limit is reached.', limitEndsAt } });
    expect(await screen.findByText(/^Your limit is reached\. Try again after 2031-12-01 08:05\./)).toBeTruthy();
  });

  it('offers the previous answer after a failed regeneration', async () => {
    show({ status: 'FAILED', text: 'Old.', isFormer: true, version: 1, versions: [1], failure });
    expect(await screen.findByRole('button', { name: 'Keep previous' })).toBeTruthy();
  });

  it('says that it waits for a place', async () => {
    show({ status: 'PENDING', text: '', isWaiting: true });
    expect(await screen.findByText('Waiting for a free slot…')).toBeTruthy();
  });

  it.each([
    [{ reason: 'unavailable', inMs: 2100 }, 'The provider did not answer. Trying again in 3 s'],
    [{ reason: 'busy', inMs: 0 }, 'The model is busy. Trying again…'],
  ] as const)('says that the model is asked again: %j', async (retry, expected) => {
    show({ status: 'PENDING', text: 'Old.', isFormer: true, retry });
    expect(await screen.findByText(expected)).toBeTruthy();
  });

  it('folds the thoughts above the text', () => {
    show({ text: 'Tea.', thoughts: 'A drink.' });
    const thoughts = screen.getByText('A drink.').closest('details');
    expect(thoughts?.open).toBe(false);
    expect(thoughts?.querySelector('summary')?.textContent).toBe('Thoughts');
  });

  it('says that it was stopped before any new text', () => {
    show({ text: 'Old.', isFormer: true, finishReason: 'stopped' });
    expect(screen.getByText('Stopped before any new text. This is the previous answer.')).toBeTruthy();
  });

  it('asks the server to stop it', async () => {
    const { sent } = show({ status: 'IN_PROGRESS', text: 'Because' }, {}, false);
    fireEvent.click(screen.getByRole('button', { name: 'Stop' }));
    await waitFor(() => expect(screen.getByRole('button', { name: 'Stopping…' })).toBeTruthy());
    expect(sent.map(({ call }) => call)).toContain(`POST /api/chat/session/message/${idOf(1)}/stop`);
  });

  it('says that it could not be regenerated', async () => {
    const body = { errorCode: 'tooMany', message: 'too many messages today' };
    const address = `/api/chat/session/message/${idOf(1)}`;
    show({}, { [`POST ${address}/regenerate`]: { status: 429, body }, [`GET ${address}`]: { body: message(1) } });
    fireEvent.click(screen.getByRole('button', { name: 'Regenerate' }));
    await waitFor(() =>
      expect(screen.getByRole('alert').textContent).toContain(
        'Could not regenerate the answer. Too many messages today.',
      ),
    );
  });
});

describe('the versions of an answer', () => {
  it('are absent for a single version', () => {
    show({ version: 1, versions: [1] });
    expect(screen.queryByRole('group')).toBeNull();
  });

  it('show the number of the current one, and disable the step beyond the last', async () => {
    show({ version: 7, versions: [1, 5, 7] });
    expect(await screen.findByText('3/3')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Next version' }).getAttribute('aria-disabled')).toBe('true');
    expect(screen.getByRole('button', { name: 'Previous version' }).getAttribute('aria-disabled')).toBe('false');
  });

  it('ask the server for another one', async () => {
    const { sent } = show({ version: 5, versions: [1, 5, 7] });
    fireEvent.click(await screen.findByRole('button', { name: 'Previous version' }));
    await waitFor(() =>
      expect(sent).toContainEqual({
        call: `POST /api/chat/session/message/${idOf(1)}/show`,
        body: { version: 1 },
      }),
    );
  });
});
