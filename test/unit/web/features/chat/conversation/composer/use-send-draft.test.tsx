/** @jest-environment jsdom */
import { beforeEach, describe, expect, it } from '@jest/globals';
import { renderHook, waitFor } from '@testing-library/react';
import { readDraft, saveDraft } from 'web/features/chat/conversation/composer/draft';
import { useSendDraft } from 'web/features/chat/conversation/composer/use-send-draft';

const id = 'conversation';
beforeEach(() => saveDraft(id, { text: '' }));

/** Renders a composer whose messages are accepted when the test says so. */
function composer() {
  const posted: { text: string; idempotencyKey: string; end: PromiseWithResolvers<string> }[] = [];
  const { result } = renderHook(() =>
    useSendDraft(id, async ({ text, idempotencyKey }) => {
      const end = Promise.withResolvers<string>();
      posted.push({ text, idempotencyKey, end });
      return end.promise;
    }),
  );
  return {
    posted,
    texts: () => posted.map(({ text }) => text),
    type: (text: string) => saveDraft(id, { text: readDraft(id).text + text }),
    send: () => result.current(),
  };
}

describe('a draft that is sent', () => {
  it('is sent once on two clicks', async () => {
    const { type, send, posted, texts } = composer();
    type('Tea?');
    const both = Promise.all([send(), send()]);
    posted[0]?.end.resolve('first');
    expect(await both).toEqual(['first', undefined]);
    expect(texts()).toEqual(['Tea?']);
    expect(readDraft(id).text).toBe('');
  });

  it('is followed by the text that is sent before it has arrived', async () => {
    const { type, send, posted, texts } = composer();
    type('Tea?');
    const sent = send();
    type('\nOr water?');
    void send();
    posted[0]?.end.resolve('first');
    await waitFor(() => expect(posted).toHaveLength(2));
    posted[1]?.end.resolve('second');
    expect(await sent).toBe('second');
    expect(texts()).toEqual(['Tea?', 'Or water?']);
    expect(posted[1]?.idempotencyKey).not.toBe(posted[0]?.idempotencyKey);
  });

  it('stays with what was typed after it when it does not arrive, and is sent again with its key', async () => {
    const { type, send, posted, texts } = composer();
    type('Tea?');
    const sent = send();
    void send();
    posted[0]?.end.reject(new Error('no connection'));
    expect(await sent).toBeUndefined();
    expect([texts(), readDraft(id).text]).toEqual([['Tea?'], 'Tea?']);
    const again = send();
    posted[1]?.end.resolve('first');
    expect(await again).toBe('first');
    expect(posted[1]?.idempotencyKey).toBe(posted[0]?.idempotencyKey);
  });
});
