/** @jest-environment jsdom */
import { describe, expect, it } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import type { Branches } from 'shared-types/contract/chat/branches';
import BranchMap from 'web/features/chat/conversation/branches/branch-map.tsx';
import { branchTrees } from 'web/features/chat/conversation/branches/branch-tree';
import { renderPart } from '../../../../../support/browser/render.tsx';

const call = 'GET /api/chat/branches?sessionId=b';
const show = (answer: { status?: number; body: unknown }) =>
  renderPart(<BranchMap sessionId="b" />, { answers: { [call]: answer } });

const conversations: Branches['conversations'] = [
  { sessionId: 'a', title: 'Tea' },
  { sessionId: 'b', title: 'Tea (fork)', parentId: 'a', lastSharedId: 'a.2', beginning: 'And milk?' },
  { sessionId: 'c', title: 'Tea (fork)', parentId: 'b', lastSharedId: 'b.4' },
  { sessionId: 'd', title: 'Coffee', parentId: 'a', beginning: 'What is coffee?' },
];

describe('the map of the branches', () => {
  it('has each fork below the conversation that it has left, the earliest first', async () => {
    show({ body: { conversations, answers: [] } });
    const first = await screen.findByRole('link', { name: 'Tea' });
    expect(first.getAttribute('href')).toBe('/?sessionId=a');
    const [list] = screen.getAllByRole('list');
    if (!list) throw new Error('no list');
    expect(
      within(list)
        .getAllByRole('listitem')
        .map(({ firstChild }) => firstChild?.textContent),
    ).toEqual(['Tea', 'Coffee', 'Tea (fork)', 'Tea (fork)']);
    expect(screen.getByText('Continues with “And milk?”')).toBeTruthy();
    expect(screen.getByText('Not continued yet')).toBeTruthy();
    expect(screen.getByText('· this conversation')).toBeTruthy();
  });

  it('leads to the answers that have versions', async () => {
    const answers = [
      { sessionMessageId: 'b.2', versions: 3, question: 'What is tea?' },
      { sessionMessageId: 'b.4', versions: 2, question: '' },
    ];
    show({ body: { conversations: [conversations[0]], answers } });
    const link = await screen.findByRole('link', { name: 'What is tea?' });
    expect(link.getAttribute('href')).toBe('/?sessionId=b&find=&message=b.2');
    expect(screen.getByText('3 versions')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Only files' })).toBeTruthy();
  });

  it('says how to make a branch when there is none, and when it cannot be loaded', async () => {
    const view = show({ body: { conversations: [conversations[0]], answers: [] } });
    expect(await screen.findByText(/has no branches yet/)).toBeTruthy();
    view.unmount();
    show({ status: 500, body: {} });
    expect(await screen.findByText('Could not load the branches.', { exact: false })).toBeTruthy();
  });

  it('shows a fork of a deleted conversation by itself', () => {
    expect(branchTrees(conversations.slice(1)).map(({ sessionId }) => sessionId)).toEqual(['b', 'd']);
  });
});
