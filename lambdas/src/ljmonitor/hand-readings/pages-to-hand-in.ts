import type { User } from '../../platform/http/session.ts';
import type { ResblockStore } from '../communities/community-store.ts';
import type { ListingSite } from '../listing-site/listing-site.ts';
import type { Surroundings } from '../ports.ts';
import { hasWholePage, maxReadingMs, pageCount, readAtMs } from './hand-reading.ts';
import type { HandReadingStore } from './hand-reading-store.ts';

interface PagesPorts extends Pick<Surroundings, 'now'> {
  store: Pick<ResblockStore, 'listResblocks'> & Pick<HandReadingStore, 'listHandReadings'>;
  site: Pick<ListingSite, 'resblockUrl' | 'listUrl'>;
}

/** The site shows 30 houses on a page. */
const housesOnPage = 30;

/** Lists the pages of all tracked communities. Before the first page is handed in, their number is an estimate. */
export async function listPagesToHandIn({ store, site, now }: PagesPorts, { userId }: User) {
  const [resblocks, readings] = await Promise.all([store.listResblocks(), store.listHandReadings(userId)]);
  const oldestMs = now().getTime() - maxReadingMs;
  return {
    origin: new URL(site.resblockUrl('0')).origin,
    communities: resblocks.map(({ resblockId, name, houseCount, origin }) => {
      const found = readings.get(resblockId);
      const isCurrent = found?.origin === origin && found.pages.length > 0 && readAtMs(found) >= oldestMs;
      const count = isCurrent ? pageCount(found) : Math.max(1, Math.ceil(houseCount / housesOnPage));
      return {
        resblockId,
        name,
        pages: Array.from({ length: count }, (_, index) => ({
          page: index + 1,
          url: site.listUrl(resblockId, index + 1, origin),
          isHandedIn: isCurrent && hasWholePage(found, index + 1),
        })),
      };
    }),
  };
}
