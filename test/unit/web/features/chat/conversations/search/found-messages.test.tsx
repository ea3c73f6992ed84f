/** @jest-environment jsdom */
import { describe, expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import { FoundMessages } from 'web/features/chat/conversations/search/found-messages.tsx';
import { renderPart } from '../../../../../../support/browser/render.tsx';

const call = 'GET /api/chat/session/message/search?text=tea';

describe('the messages that a search has found', () => {
  it('says when there are none, when older ones are not read yet, and when the search fails', async () => {
    const none = { messages: [], total: 0 };
    const view = renderPart(<FoundMessages text="tea" />, { answers: { [call]: { body: { ...none, remaining: 3 } } } });
    expect(await screen.findByText('Searching older messages…')).toBeTruthy();
    view.unmount();
    const other = renderPart(<FoundMessages text="tea" />, {
      answers: { [call]: { body: { ...none, remaining: 0 } } },
    });
    expect(await screen.findByText('No matching messages.')).toBeTruthy();
    other.unmount();
    renderPart(<FoundMessages text="tea" />, { answers: { [call]: { status: 500, body: {} } } });
    expect(await screen.findByText('Could not search the messages.', { exact: false })).toBeTruthy();
  });
});
