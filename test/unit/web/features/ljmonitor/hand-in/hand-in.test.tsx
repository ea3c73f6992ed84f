/** @jest-environment jsdom */
import { expect, it } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { Communities } from 'web/features/ljmonitor/communities/communities.tsx';
import { renderPart } from '../../../../../support/browser/render.tsx';
import { resblock } from '../fixtures.ts';

const names = ['柳荫里', '望湖名邸'];
const resblocks = names.map((name, index) =>
  resblock({ name, resblockId: `119902730010${index}`, state: 'BLOCKED', lastCompleteAt: null }),
);
const communities = resblocks.map(({ resblockId, name }) => ({
  resblockId,
  name,
  pages: [{ page: 1, url: `https://listing.test/ershoufang/c${resblockId}/`, isHandedIn: false }],
}));

it('the button of a blocked community leads to its pages each time, wherever it is in the list', async () => {
  renderPart(<Communities ticked={new Set()} tick={() => {}} />, {
    answers: {
      'GET /api/ljmonitor/resblock': { body: resblocks },
      'GET /api/ljmonitor/page': { body: { origin: 'https://listing.test', communities } },
    },
  });
  const toggle = await screen.findByRole('button', { name: 'Check by hand' });
  toggle.focus();
  fireEvent.click(toggle);
  const panel = await screen.findByRole('region', { name: 'Check by hand' });
  await within(panel).findByText('Open these 2 pages and hand in each. It takes a minute.');
  expect(document.activeElement).toBe(toggle);

  const heading = within(panel).getByRole('heading', { name: 'Check by hand' });
  for (const name of [...names, ...names.slice(1)]) {
    const button = screen.getByRole('button', { name: 'Open pages', description: name });
    button.focus();
    fireEvent.click(button);
    await waitFor(() => expect(document.activeElement).toBe(heading));
    expect(names.filter((each) => within(panel).queryByText(each))).toEqual([name]);
  }
});
