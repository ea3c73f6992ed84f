/** @jest-environment jsdom */
import { setTimeout as wait } from 'node:timers/promises';
import { BroadcastChannel as NodeBroadcastChannel } from 'node:worker_threads';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { hashKey } from '@tanstack/react-query';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import Stacks from 'web/features/stack/stacks.tsx';
import { useOtherTabs } from 'web/layout/tabs/use-other-tabs';
import { renderPart } from '../../../../support/browser/render.tsx';
import { log, rights } from '../../../../support/site/stacks.ts';

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

function Tab() {
  useOtherTabs('ann');
  return <Stacks />;
}

it('lets the other tabs ask for what an action has changed, but for what this one tells them, and loads it once', async () => {
  const other = new NodeBroadcastChannel('stale data');
  const heard: unknown[] = [];
  other.addEventListener('message', (message) => void ('data' in message && heard.push(message.data)));
  const { sent, unmount } = renderPart(<Tab />, { answers });
  fireEvent.click(await screen.findByRole('button', { name: 'Start survival' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Confirm' }));
  const except = [hashKey(['stack', 'survival', 'description'])];
  await waitFor(() => expect(heard).toEqual([{ queryKey: ['stack', 'survival'], except }]));
  await wait(100);
  expect(sent.filter(({ call }) => call === `${api}/survival/description`)).toHaveLength(1);
  unmount();
  other.close();
});
