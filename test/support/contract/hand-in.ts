import { gzipSync } from 'node:zlib';
import { HandedInPage } from 'shared-types/contract/monitor/pages';
import { sendRaw } from '../site/raw-request.ts';

/** Returns the number of houses on the listing site's page of a community, which the mode `change` adds to. */
export async function countListed(origin: string, resblockId: string) {
  const page = await sendRaw(origin, { method: 'GET', path: `/xiaoqu/${resblockId}/` });
  return Number(/在售二手房 (\d+) 套/.exec(page.text)?.[1]);
}

/** Loads the pages of a community from the listing site, as a user's browser does. */
export async function loadListPages(origin: string, resblockId: string, count: number) {
  const pages: { url: string; html: string }[] = [];
  for (let page = 1; page <= count; page += 1) {
    const path = `/ershoufang/${page === 1 ? '' : `pg${page}`}c${resblockId}/`;
    pages.push({ url: origin + path, html: (await sendRaw(origin, { method: 'GET', path })).text });
  }
  return pages;
}

/** Hands in a page as the browser does, with a compressed body. */
export async function handInPage(origin: string, cookie: string, page: { url: string; html: string }) {
  const { body } = await sendRaw(origin, {
    method: 'POST',
    path: '/api/ljmonitor/page',
    headers: {
      cookie,
      'sec-fetch-site': 'same-origin',
      'content-type': 'application/octet-stream',
      'content-encoding': 'gzip',
    },
    body: gzipSync(JSON.stringify({ ...page, ageMs: 0 })),
  });
  return HandedInPage.parse(body);
}
