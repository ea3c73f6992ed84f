/** @jest-environment jsdom */
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { fireEvent, screen } from '@testing-library/react';
import { ExportButtons } from 'web/features/ljmonitor/export/export-buttons.tsx';
import { parseView } from 'web/features/ljmonitor/filters/view';
import { renderPart, type RenderOptions } from '../../../../../support/browser/render.tsx';
import { house, resblock } from '../fixtures.ts';

const cheap = house({ houseId: '2', price: 300, resblockId: resblock().resblockId, title: '=1+1, "南北"' });
const pages = {
  'GET /api/ljmonitor/resblock': { body: [resblock()] },
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
    show(pages, 'maxPrice=300');
    fireEvent.click(screen.getByRole('button', { name: 'CSV' }));
    await screen.findByText('1 house saved');
    const [head, row, end] = (await textOf(files[0])).split('\r\n');
    expect(head).toBe(
      'houseId,community,title,description,tags,price,unitPrice,firstPrice,removed,createTime,updateTime,readTime,starred,url',
    );
    expect(row).toMatch(/^"2","六铺炕","'=1\+1, ""南北""","2室1厅","近地铁","300","68865","527","false","1970-/);
    expect(end).toBe('');
  });

  it('saves the houses as JSON with everything that is known of them', async () => {
    show(pages);
    fireEvent.click(screen.getByRole('button', { name: 'JSON' }));
    await screen.findByText('2 houses saved');
    expect(JSON.parse(await textOf(files[0]))).toEqual([
      { ...house(), community: '' },
      { ...cheap, community: '六铺炕' },
    ]);
  });

  it('saves the houses with a flag, which come in one page', async () => {
    const starred = { 'GET /api/ljmonitor/house/chosen?choice=starred': { body: [house({ starred: true })] } };
    show({ ...pages, ...starred }, 'starred=true');
    fireEvent.click(screen.getByRole('button', { name: 'JSON' }));
    await screen.findByText('1 house saved');
    expect(JSON.parse(await textOf(files[0]))).toMatchObject([{ houseId: house().houseId, starred: true }]);
  });

  it('counts the houses while it loads them', async () => {
    const { 'GET /api/ljmonitor/house?fromUpdateTime=1000&fromHouseId=2': _last, ...unfinished } = pages;
    show(unfinished);
    fireEvent.click(screen.getByRole('button', { name: 'CSV' }));
    await screen.findByText('2 houses loaded…');
    expect(files).toEqual([]);
  });

  it('says why it failed, and saves nothing', async () => {
    const failed = { status: 429, body: { errorCode: 'tooMany', message: 'Too many requests.' } };
    show({ ...pages, 'GET /api/ljmonitor/house': failed });
    fireEvent.click(screen.getByRole('button', { name: 'CSV' }));
    expect((await screen.findByRole('alert')).textContent).toContain('Could not export the houses.');
    expect(files).toEqual([]);
  });
});
