/** @jest-environment jsdom */
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import * as z from 'zod';
import { ExportButtons } from 'web/features/ljmonitor/export/export-buttons.tsx';
import { parseView } from 'web/features/ljmonitor/filters/view';
import { renderPart, type RenderOptions } from '../../../../../support/browser/render.tsx';
import { house, resblock } from '../fixtures.ts';

const cheap = house({
  houseId: '2',
  price: 300,
  readTime: null,
  resblockId: resblock().resblockId,
  title: '=1+1, "南北"',
});
const pages = {
  'GET /api/ljmonitor/resblock': { body: [resblock()] },
  'GET /api/ljmonitor/sharing': { body: { email: null, partner: null } },
  'GET /api/ljmonitor/house': { body: [house()] },
  'GET /api/ljmonitor/house?fromUpdateTime=1000&fromHouseId=111122345678': { body: [cheap] },
  'GET /api/ljmonitor/house?fromUpdateTime=1000&fromHouseId=2': { body: [] },
};

let files: Blob[];
beforeEach(() => {
  files = [];
  // jsdom has no addresses of blobs, and cannot download.
  Object.assign(URL, { createObjectURL: (file: Blob) => `blob:${files.push(file)}`, revokeObjectURL: jest.fn() });
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
});
afterEach(() => void jest.restoreAllMocks());

const show = (answers: NonNullable<RenderOptions['answers']>, search = '') =>
  renderPart(<ExportButtons view={parseView(new URLSearchParams(search))} />, { answers });

const textOf = async (file: Blob | undefined) =>
  new Promise<string>((resolve) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(typeof reader.result === 'string' ? reader.result : ''));
    reader.readAsText(file ?? new Blob());
  });

describe('the export of houses', () => {
  it('saves all houses of the view, also those that the list has not loaded', async () => {
    const first = 'GET /api/ljmonitor/house/sorted?order=-updateTime&unread=true';
    const [one, two] = [house({ readTime: null }), cheap];
    show(
      {
        ...pages,
        [first]: { body: { houses: [one], matches: 2, left: 1 } },
        [`${first}&fromPlace=-1000&fromHouseId=${one.houseId}`]: { body: { houses: [two], matches: 2, left: 0 } },
      },
      'unread=true',
    );
    fireEvent.click(screen.getByRole('button', { name: 'Export these houses as CSV' }));
    await screen.findByText('2 houses saved');
    const [head, , row, end] = (await textOf(files[0])).split('\r\n');
    expect(head).toBe(
      'houseId,community,title,description,tags,price,unitPrice,firstPrice,removed,fate,soldPrice,soldDate,soldAfterDays,createTime,updateTime,readTime,starred,partnerStarred,note,url',
    );
    expect(row).toMatch(
      /^"2","六铺炕","'=1\+1, ""南北""","2室1厅","近地铁","300","68865","527","false","","","","","1970-/,
    );
    expect(end).toBe('');
  });

  it('leaves the price empty that the listing site does not show', async () => {
    const first = 'GET /api/ljmonitor/house';
    const next = `${first}?fromUpdateTime=1000&fromHouseId=111122345678`;
    show({ ...pages, [first]: { body: [house({ price: null, prices: [], unitPrice: 0 })] }, [next]: { body: [] } });
    fireEvent.click(screen.getByRole('button', { name: 'Export these houses as CSV' }));
    await screen.findByText('1 house saved');
    expect((await textOf(files[0])).split('\r\n')[1]).toContain(',"近地铁","","0","","false",');
  });

  it('saves the houses as JSON with everything that is known of them', async () => {
    show(pages);
    fireEvent.click(screen.getByRole('button', { name: 'Export these houses as JSON' }));
    await screen.findByText('2 houses saved');
    expect(JSON.parse(await textOf(files[0]))).toEqual([
      { ...house(), community: '' },
      { ...cheap, community: '六铺炕' },
    ]);
  });

  it('saves the houses with a flag', async () => {
    const list = 'GET /api/ljmonitor/house/sorted?order=-updateTime&choice=starred';
    const starred = { [list]: { body: { houses: [house({ starred: true })], matches: 1, left: 0 } } };
    show({ ...pages, ...starred }, 'starred=true');
    fireEvent.click(screen.getByRole('button', { name: 'Export these houses as JSON' }));
    await screen.findByText('1 house saved');
    expect(JSON.parse(await textOf(files[0]))).toMatchObject([{ houseId: house().houseId, starred: true }]);
  });

  it('has the stars of the person who shares theirs', async () => {
    show({
      ...pages,
      'GET /api/ljmonitor/sharing': { body: { email: 'bob@example.com', partner: 'Bob' } },
      'GET /api/ljmonitor/house/sorted?order=-updateTime&choice=shared': {
        body: { houses: [cheap], matches: 1, left: 0 },
      },
    });
    fireEvent.click(screen.getByRole('button', { name: 'Export these houses as JSON' }));
    await screen.findByText('2 houses saved');
    const Rows = z.array(z.object({ houseId: z.string(), partnerStarred: z.boolean() }));
    expect(Rows.parse(JSON.parse(await textOf(files[0])))).toEqual([
      { houseId: house().houseId, partnerStarred: false },
      { houseId: cheap.houseId, partnerStarred: true },
    ]);
  });

  it('counts the houses while it loads them', async () => {
    const { 'GET /api/ljmonitor/house?fromUpdateTime=1000&fromHouseId=2': _last, ...unfinished } = pages;
    show(unfinished);
    fireEvent.click(screen.getByRole('button', { name: 'Export these houses as CSV' }));
    await screen.findByText('2 loaded…');
    expect(files).toEqual([]);
  });

  it('says why it failed, and saves nothing', async () => {
    const failed = { status: 429, body: { errorCode: 'tooMany', message: 'Too many requests.' } };
    show({ ...pages, 'GET /api/ljmonitor/house': failed });
    fireEvent.click(screen.getByRole('button', { name: 'Export these houses as CSV' }));
    expect((await screen.findByRole('alert')).textContent).toContain('Could not export the houses.');
    expect(files).toEqual([]);
  });
});

describe('the other exports', () => {
  const versions = [house({ price: 530, updateTime: 3_000 }), house({ price: 540, updateTime: 2_000 })];
  const changed = house({ updateTime: 4_000, starred: true });
  const history = 'GET /api/ljmonitor/house/111122345678/history';
  const answers = {
    ...pages,
    'GET /api/ljmonitor/house': { body: [changed, cheap] },
    [history]: { body: versions },
    [`${history}?fromUpdateTime=2000`]: { body: [house({ price: 550 })] },
  };

  it('save every version of the houses, without what belongs to their reader', async () => {
    const { sent } = show(answers);
    fireEvent.click(screen.getByRole('button', { name: 'All versions of them as CSV' }));
    await screen.findByText('5 versions saved');
    // A house that has never changed has no older version to ask for.
    expect(sent.filter(({ call }) => call.includes('/history')).map(({ call }) => call)).toEqual([
      history,
      `${history}?fromUpdateTime=2000`,
    ]);
    const [head = '', ...rows] = (await textOf(files[0])).split('\r\n');
    expect(head).toBe(
      'houseId,community,title,description,tags,price,unitPrice,removed,fate,soldPrice,soldDate,soldAfterDays,createTime,updateTime,url',
    );
    expect(rows.map((row) => row.split(',')[5])).toEqual([
      '"527"',
      '"530"',
      '"540"',
      '"550"',
      expect.any(String),
      undefined,
    ]);
    fireEvent.click(screen.getByRole('button', { name: 'All versions of them as JSON' }));
    await waitFor(() => expect(files).toHaveLength(2));
    const [version] = z.array(z.record(z.string(), z.unknown())).parse(JSON.parse(await textOf(files[1])));
    expect(version).toMatchObject({ houseId: changed.houseId, price: 527, updateTime: 4_000 });
    expect(Object.keys(version ?? {})).not.toContain('starred');
  });

  it('save the communities with the medians of their days', async () => {
    const { resblockId } = resblock();
    const days = [1, 2].map((day) => ({ time: day * 86_400_000, medianUnitPrice: 70_000 + day, count: 6 }));
    show({
      'GET /api/ljmonitor/resblock': { body: [resblock(), resblock({ resblockId: '7', name: '柳荫里' })] },
      [`GET /api/ljmonitor/resblock/${resblockId}/stats`]: { body: days },
      'GET /api/ljmonitor/resblock/7/stats': { body: [] },
    });
    fireEvent.click(screen.getByRole('button', { name: 'All communities with their medians as CSV' }));
    await screen.findByText('2 communities saved');
    const [head, one, two, without, end] = (await textOf(files[0])).split('\r\n');
    expect(head).toBe(
      'resblockId,name,district,bizcircle,url,housesOnOffer,lastReading,time,medianUnitPrice,countedHouses',
    );
    expect(one).toMatch(
      /^"1111027378022","六铺炕","东城","安定门",.*,"6",".*","1970-01-02T00:00:00.000Z","70001","6"$/,
    );
    expect(two).toMatch(/"70002","6"$/);
    expect(without).toMatch(/^"7","柳荫里",.*,"","",""$/);
    expect(end).toBe('');
    fireEvent.click(screen.getByRole('button', { name: 'All communities with their medians as JSON' }));
    await waitFor(() => expect(files).toHaveLength(2));
    expect(JSON.parse(await textOf(files[1]))).toMatchObject([
      { name: '六铺炕', days },
      { name: '柳荫里', days: [] },
    ]);
  });
});
