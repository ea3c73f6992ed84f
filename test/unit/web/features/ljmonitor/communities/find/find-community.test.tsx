/** @jest-environment jsdom */
import { beforeEach, describe, expect, it } from '@jest/globals';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { AddCommunity } from 'web/features/ljmonitor/communities/add-community.tsx';
import { Communities } from 'web/features/ljmonitor/communities/communities.tsx';
import type { Resblock } from 'shared-types/contract/ljmonitor';
import { communitiesQuery } from 'web/features/ljmonitor/queries';
import { renderPart } from '../../../../../../support/browser/render.tsx';
import { resblock } from '../../fixtures.ts';

const path = '/api/ljmonitor/house/101133895297/community?origin=https%3A%2F%2Fbj.lianjia.com';
const list = 'GET /api/ljmonitor/resblock';
const lookup = { state: 'waiting', resblockId: null, reason: null };

beforeEach(() => localStorage.clear());

/** Enters the link of a house, whose lookup waits once and then ends so. */
function paste(result: object) {
  const answers = {
    'GET /api/ljmonitor/batch/refreshStatus': { status: 500, body: {} },
    [list]: { body: [] },
    [`PUT ${path}`]: { body: lookup },
    [`GET ${path}`]: { body: { ...lookup, ...result } },
    'PUT /api/ljmonitor/resblock/1111027378022?origin=https%3A%2F%2Fbj.lianjia.com': { body: resblock() },
  };
  const view = renderPart(<AddCommunity communities={[]} onAdded={() => undefined} />, { answers });
  const field = screen.getByLabelText('id');
  fireEvent.change(field, { target: { value: 'https://bj.lianjia.com/ershoufang/101133895297.html' } });
  fireEvent.click(screen.getByRole('button', { name: 'add' }));
  return { ...view, field };
}

describe('a link to a house', () => {
  it('adds its community, which the server looks up', async () => {
    const { sent } = paste({ state: 'found', resblockId: '1111027378022' });
    expect(await screen.findByText('Looking it up on the listing site…')).toBeTruthy();
    expect(await screen.findByText('Added.')).toBeTruthy();
    expect(sent.filter(({ call }) => call.startsWith('PUT /api/ljmonitor/resblock')).map(({ call }) => call)).toEqual([
      'PUT /api/ljmonitor/resblock/1111027378022?origin=https%3A%2F%2Fbj.lianjia.com',
    ]);
  });

  it('is refused with the reason, and stays in the field', async () => {
    const reason =
      'The listing site asked for a captcha. Open the house in your browser and use the link of its community.';
    const { field, sent } = paste({ state: 'refused', reason });
    expect(await screen.findByText(reason)).toBeTruthy();
    expect(field).toHaveProperty('value', 'https://bj.lianjia.com/ershoufang/101133895297.html');
    expect(sent.some(({ call }) => call.startsWith('PUT /api/ljmonitor/resblock'))).toBe(false);
  });

  it('keeps its city although the user is faster than the refresh status', async () => {
    const [configured, city] = ['http://127.0.0.1:4000', 'http://127.0.0.1:4001'];
    const answers = {
      'GET /api/ljmonitor/batch/refreshStatus': { body: { listingOrigin: configured } },
      [list]: { body: [] },
    };
    const { sent } = renderPart(<AddCommunity communities={[]} onAdded={() => undefined} />, { answers });
    fireEvent.change(screen.getByLabelText('id'), { target: { value: `${city}/xiaoqu/1111027378022/` } });
    fireEvent.click(screen.getByRole('button', { name: 'add' }));
    const added = `PUT /api/ljmonitor/resblock/1111027378022?origin=${encodeURIComponent(city)}`;
    await waitFor(() => expect(sent.map(({ call }) => call)).toContain(added));
  });
});

/** Adds a community by its id, to a list that tracks these when it is loaded, and `now` when the community is added. */
async function addTo(loaded: Resblock[], more = {}, now = loaded) {
  const added = resblock();
  let tracked = loaded;
  const answers = {
    'GET /api/ljmonitor/batch/refreshStatus': { status: 500, body: {} },
    [list]: () => Promise.resolve({ body: tracked }),
    [`PUT /api/ljmonitor/resblock/${added.resblockId}`]: () => {
      tracked = [added];
      return Promise.resolve({ body: added });
    },
    ...more,
  };
  const view = renderPart(<Communities ticked={new Set()} tick={() => undefined} />, { answers });
  await waitFor(() => expect(view.client.getQueryData(communitiesQuery.queryKey)).toEqual(loaded));
  tracked = now;
  fireEvent.change(screen.getByLabelText('id'), { target: { value: added.resblockId } });
  fireEvent.click(screen.getByRole('button', { name: 'add' }));
  return { ...view, added };
}

describe('a community that is added', () => {
  const beginning = `PUT /api/ljmonitor/resblock/${resblock().resblockId}/beginning`;

  it.each([
    ['Show all as new', false, 'all of its houses are new.'],
    ['Start from here', true, 'only what changes from now on is new.'],
  ])('asks which of its houses are new: %s', async (choice, asRead, result) => {
    const { sent, added } = await addTo([], { [beginning]: { body: {} } });
    fireEvent.click(await screen.findByRole('button', { name: choice }));
    expect(await screen.findByText(`${added.name}: ${result}`)).toBeTruthy();
    expect(screen.queryByRole('button', { name: choice })).toBeNull();
    expect(sent.filter(({ call }) => call === beginning).map(({ body }) => body)).toEqual([{ asRead }]);
  });

  it('is asked about after a reload, too', async () => {
    await addTo([]);
    await screen.findByRole('button', { name: 'Start from here' });
    cleanup();
    renderPart(<Communities ticked={new Set()} tick={() => undefined} />, {
      answers: { 'GET /api/ljmonitor/resblock': { body: [resblock()] }, [beginning]: { body: {} } },
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Start from here' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Start from here' })).toBeNull());
    cleanup();
    renderPart(<Communities ticked={new Set()} tick={() => undefined} />, {
      answers: { 'GET /api/ljmonitor/resblock': { body: [resblock()] } },
    });
    await screen.findByRole('link', { name: resblock().name });
    expect(screen.queryByRole('button', { name: 'Start from here' })).toBeNull();
  });

  it('says when the choice was not saved, and still asks', async () => {
    await addTo([], { [beginning]: { status: 500, body: {} } });
    fireEvent.click(await screen.findByRole('button', { name: 'Start from here' }));
    expect((await screen.findByRole('alert')).textContent).toMatch(/^Your choice was not saved\. /);
    expect(screen.getByRole('button', { name: 'Start from here' })).toBeTruthy();
  });

  it.each([
    ['in the list', [resblock()]],
    ['since the list was loaded, by another device', []],
  ])('leads to its row if it is tracked already, and asks nothing: %s', async (_, loaded) => {
    const { added } = await addTo(loaded, {}, [resblock()]);
    expect(await screen.findByText('This community is already tracked.')).toBeTruthy();
    await waitFor(() => expect(document.activeElement?.textContent).toBe(added.name));
    expect(screen.queryByRole('button', { name: 'Start from here' })).toBeNull();
  });
});

describe('a link to the sister site of a community', () => {
  it('says from where the community is read now', async () => {
    const known = resblock();
    const link = `https://bj.ke.com/xiaoqu/${known.resblockId}/`;
    const answers = {
      'GET /api/ljmonitor/batch/refreshStatus': { status: 500, body: {} },
      [`PUT /api/ljmonitor/resblock/${known.resblockId}?origin=https%3A%2F%2Fbj.ke.com`]: {
        body: { ...known, url: link },
      },
      [list]: { body: [known] },
    };
    const { client } = renderPart(<AddCommunity communities={[]} onAdded={() => undefined} />, { answers });
    fireEvent.change(screen.getByLabelText('id'), { target: { value: link } });
    fireEvent.click(screen.getByRole('button', { name: 'add' }));
    expect(await screen.findByText('Now checked at bj.ke.com.')).toBeTruthy();
    expect(client.getQueryData(communitiesQuery.queryKey)?.map(({ url }) => url)).toEqual([link]);
  });
});
