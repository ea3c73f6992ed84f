/** @jest-environment jsdom */
import { setTimeout as wait } from 'node:timers/promises';
import { BroadcastChannel as NodeBroadcastChannel } from 'node:worker_threads';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { Communities } from 'web/features/ljmonitor/communities/communities.tsx';
import { tellOtherTabs } from 'web/features/ljmonitor/hand-in/ended-elsewhere';
import { renderPart } from '../../../../../support/browser/render.tsx';
import { resblock } from '../fixtures.ts';

const communities = 'GET /api/ljmonitor/resblock';

beforeAll(() => void Object.assign(globalThis, { BroadcastChannel: NodeBroadcastChannel }));
afterAll(() => void Reflect.deleteProperty(globalThis, 'BroadcastChannel'));

const pages = 'GET /api/ljmonitor/page';

it('a page that ends a reading in another tab loads the communities again, and any other page the missing ones', async () => {
  const { sent, unmount } = renderPart(<Communities ticked={new Set()} tick={() => {}} />, {
    answers: {
      [communities]: { body: [resblock()] },
      [pages]: { body: { origin: 'https://listing.test', communities: [] } },
    },
  });
  await screen.findByText(resblock().name);
  fireEvent.click(screen.getByRole('button', { name: 'Check by hand' }));
  await screen.findByText('All pages are handed in.');
  const loads = (call: string) => sent.filter((each) => each.call === call).length;
  // The page may still be loading the part that listens.
  await waitFor(() => {
    tellOtherTabs({ outcome: 'complete' });
    expect(loads(communities)).toBeGreaterThan(1);
  });
  const before = [communities, pages].map(loads);
  tellOtherTabs({ outcome: 'refused' });
  await wait(100);
  expect([communities, pages].map(loads)).toEqual(before);
  tellOtherTabs({ outcome: 'saved' });
  await waitFor(() => expect(loads(pages)).toBeGreaterThan(before[1] ?? 0));
  await wait(100);
  expect(loads(communities)).toBe(before[0]);
  unmount();
});
