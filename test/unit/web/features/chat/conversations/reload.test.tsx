/** @jest-environment jsdom */
import { describe, expect, it } from '@jest/globals';
import { useInfiniteQuery } from '@tanstack/react-query';
import { waitFor } from '@testing-library/react';
import { conversationsQuery, reloadConversations } from 'web/features/chat/queries';
import { renderPart } from '../../../../../support/browser/render.tsx';

const List = () => <p>{useInfiniteQuery(conversationsQuery).status}</p>;

describe('the list of conversations', () => {
  it('is asked again after a change, even while its first load is under way', async () => {
    const { sent, client } = renderPart(<List />);
    await waitFor(() => expect(sent).toHaveLength(1));
    void reloadConversations(client);
    await waitFor(() => expect(sent).toHaveLength(2));
  });
});
