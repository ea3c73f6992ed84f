/** @jest-environment jsdom */
import { describe, expect, it } from '@jest/globals';
import { loadUntil } from 'web/features/chat/conversation/find/load-until';
import { messagesQuery } from 'web/features/chat/queries';
import { renderPart } from '../../../../../../support/browser/render.tsx';
import { message } from '../../messages.ts';

const list = 'GET /api/chat/session/message/list?sessionId=s1';

describe('the way to an older message', () => {
  it('takes one call for hundreds of messages, and another where a page ends before', async () => {
    const { client, sent } = renderPart(null, {
      answers: {
        [list]: { body: [message(9)] },
        [`${list}&lastSessionMessageId=${message(9).sessionMessageId}&untilSessionMessageId=${message(2).sessionMessageId}`]:
          { body: [message(8), message(5)] },
        [`${list}&lastSessionMessageId=${message(5).sessionMessageId}&untilSessionMessageId=${message(2).sessionMessageId}`]:
          { body: [message(4), message(2)] },
      },
    });
    expect(await loadUntil(client, 's1', message(2).sessionMessageId)).toBe(true);
    expect(sent).toHaveLength(3);
    expect(client.getQueryData(messagesQuery('s1').queryKey)?.pages.flat()).toEqual(
      [9, 8, 5, 4, 2].map((each) => message(each)),
    );
    expect(await loadUntil(client, 's1', message(5).sessionMessageId)).toBe(true);
    expect(sent).toHaveLength(3);
  });

  it('ends at the start of the conversation', async () => {
    const id = 's1.gone';
    const { client } = renderPart(null, {
      answers: {
        [list]: { body: [message(9)] },
        [`${list}&lastSessionMessageId=${message(9).sessionMessageId}&untilSessionMessageId=${id}`]: { body: [] },
      },
    });
    expect(await loadUntil(client, 's1', id)).toBe(false);
  });
});
