import { describe, expect, it } from '@jest/globals';
import { loadUnread } from 'web/features/ljmonitor/toolbar/load-unread';
import { house } from '../fixtures.ts';

const most = 10;
const read = house();
const unread = house({ readTime: null });
type Page = [shown: (typeof read)[], below: number | undefined];
const twenty = (page: Page) => Array.from({ length: 20 }, () => page);
const loadedOf = ([shown, below]: Page) => ({ pages: [], shown, below });

const always = () => true;

/** Loads these pages one after the other. The load of an undefined page fails. */
async function loadOver(
  pages: (Page | undefined)[],
  below: number | undefined,
  isWanted = (_asked: number) => true,
  takesAll = false,
) {
  let asked = 0;
  const loaded = await loadUnread(
    loadedOf([[read], below]),
    {
      async loadNextPage() {
        const page = pages[asked++];
        if (!page) throw new Error('no response');
        return loadedOf(page);
      },
      maxPages: most,
      takesAll,
    },
    () => isWanted(asked),
  ).catch(String);
  return { asked, found: typeof loaded === 'string' ? loaded : loaded?.shown.length };
}

describe('loadUnread', () => {
  it('loads pages until all unread houses are there', async () => {
    const pages: Page[] = [
      [[read, unread], 2],
      [[read, unread, unread], 0],
      [[read], 0],
    ];
    expect(await loadOver(pages, 3)).toEqual({ asked: 2, found: 3 });
  });

  it('stops at the first unread house when their number is unknown', async () => {
    const pages: Page[] = [
      [[read, read], undefined],
      [[read, read, unread], undefined],
      [[read], undefined],
    ];
    expect(await loadOver(pages, undefined)).toEqual({ asked: 2, found: 3 });
  });

  it('loads no more than the maximum of pages', async () => {
    expect(await loadOver(twenty([[read], undefined]), undefined)).toEqual({ asked: most, found: 1 });
    expect(await loadOver([], 0)).toEqual({ asked: 0, found: 1 });
  });

  it('stops and returns nothing once the user has left the list', async () => {
    expect(await loadOver(twenty([[read, unread], 9]), 10, (asked) => asked < 3)).toEqual({
      asked: 3,
      found: undefined,
    });
    expect(await loadOver([undefined], 10, () => false)).toEqual({ asked: 1, found: undefined });
  });

  it('fails when the first page fails, and keeps what earlier pages brought', async () => {
    expect(await loadOver([undefined], 5)).toEqual({ asked: 1, found: 'Error: no response' });
    expect(await loadOver([[[read, unread], 4], undefined], 5)).toEqual({ asked: 2, found: 2 });
  });

  it('loads a whole list of news, or fails', async () => {
    const pages: Page[] = [
      [[read, unread], undefined],
      [[read, unread, unread], 0],
    ];
    expect(await loadOver(pages, undefined, always, true)).toEqual({ asked: 2, found: 3 });
    expect(await loadOver([[[read, unread], 4], undefined], 5, always, true)).toEqual({
      asked: 2,
      found: 'Error: no response',
    });
  });
});
