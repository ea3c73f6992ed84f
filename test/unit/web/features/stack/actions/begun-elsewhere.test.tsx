/** @jest-environment jsdom */
import { setTimeout as wait } from 'node:timers/promises';
import { BroadcastChannel as NodeBroadcastChannel } from 'node:worker_threads';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { StackRows } from 'web/features/stack/home-card.tsx';
import Stacks from 'web/features/stack/stacks.tsx';
import { renderPart } from '../../../../../support/browser/render.tsx';
import { log, rights } from '../../../../../support/site/stacks.ts';

beforeAll(() => void Object.assign(globalThis, { BroadcastChannel: NodeBroadcastChannel }));
afterAll(() => void Reflect.deleteProperty(globalThis, 'BroadcastChannel'));

const api = 'GET /api/minecraft_bedrock/v2';
const card = { awsStackInfo: null, actionLogs: [], rights };
const answers = {
  'GET /api/auth/session': { body: { data: { userContext: { userId: 'ann', name: 'Ann', avatarUrl: null } } } },
  [api]: { body: { data: ['survival', 'creative'], access: 'none' } },
  [`${api}?describe=survival%2Ccreative`]: { body: { described: { survival: card, creative: card } } },
  [`${api}/survival/description`]: { body: { data: card } },
  'POST /api/minecraft_bedrock/v2/survival/start': { body: { data: log() } },
};

async function withOtherTab(use: (other: NodeBroadcastChannel, heard: unknown[]) => Promise<void>) {
  const other = new NodeBroadcastChannel('stack-actions');
  const heard: unknown[] = [];
  other.addEventListener('message', (message) => void ('data' in message && heard.push(message.data)));
  await use(other, heard);
  other.close();
}

describe('an action that another tab has requested', () => {
  it.each([
    ['list', <Stacks key="list" />],
    ['home page', <StackRows key="home" />],
  ])('loads its stack again on the %s, and no other one', (_, part) =>
    withOtherTab(async (other) => {
      const { sent, unmount } = renderPart(part, { answers });
      await waitFor(() => expect(screen.getAllByText('Not running.')).toHaveLength(2));
      const before = sent.length;
      other.postMessage('survival');
      await waitFor(() => expect(sent.length).toBeGreaterThan(before));
      expect(sent.slice(before).map(({ call }) => call)).toEqual([`${api}/survival/description`]);
      unmount();
    }),
  );

  it('is told by that tab, which loads its own data once', () =>
    withOtherTab(async (_, heard) => {
      const { sent, unmount } = renderPart(<Stacks />, { answers });
      fireEvent.click(await screen.findByRole('button', { name: 'Start survival' }));
      fireEvent.click(await screen.findByRole('button', { name: 'Confirm' }));
      await waitFor(() => expect(heard).toEqual(['survival']));
      await wait(100);
      expect(sent.filter(({ call }) => call === `${api}/survival/description`)).toHaveLength(1);
      unmount();
    }));
});
