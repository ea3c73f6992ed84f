import type { ListRow, SiteAnswer } from 'lambdas/ljmonitor/listing-site/site-adapter';
import { pseudoRandom } from 'local/fakes/listing-site/city/pseudo-random';
import { dayMs } from 'shared-types/rules/time';
import { pageOf } from '../../unit/lambdas/ljmonitor/support/pages.ts';
import { soldPage, soldRow } from '../../unit/lambdas/ljmonitor/support/sold-markup.ts';

/** A flat has one floor for ever, and other flats of the same area are on other floors, or are its twins. */
interface Flat {
  area: number;
  level: string;
  /** It never leaves the list, so that no house of another flat with the same facts can be taken for it. */
  stays?: boolean;
}

interface Offer {
  houseId: string;
  flat: Flat;
  price: number;
  title: string;
  /** The price that a reader of the list saw last; undefined while nobody has seen it. */
  shownPrice: number | undefined;
  isOfferedAgain: boolean;
}

/** What became of a house that has left the list for good. */
export type End =
  | { kind: 'sold'; price: number; signedAtMs: number; publishedAtMs: number }
  | { kind: 'withdrawn' }
  | { kind: 'relisted' };

const housesPerPage = 14;
const salesPerPage = 6;
const levels = ['低楼层', '中楼层', '高楼层'];

const names = { name: '柳荫里', districtName: '西城', bizcircleName: '六铺炕' };

/** Returns the day in China. */
export const dayOf = (timeMs: number) => new Date(timeMs + 8 * 3_600_000).toISOString().slice(0, 10);

export type Chance = ReturnType<typeof chanceOf>;

/** Returns random numbers, which are the same for a seed. */
export function chanceOf(...seeds: (string | number)[]) {
  let draws = 0;
  const chance = () => pseudoRandom(...seeds, (draws += 1));
  return {
    is: (probability: number) => chance() < probability,
    /** Returns a whole number from `from` to `to`, both included. */
    number: (from: number, to: number) => from + Math.floor(chance() * (to - from + 1)),
    /** Returns a number from `from` up to `to`. */
    between: (from: number, to: number) => from + chance() * (to - from),
    pick: <Item>(items: readonly Item[]) => items[Math.floor(chance() * items.length)],
  };
}

/**
 * Creates a community of the listing site. Its houses come and go, change their prices and titles, are away for a day and back, are
 * sold and listed as sold some days later, are withdrawn, or are taken down and offered again by another agency.
 */
export function simulatedCommunity(resblockId: string, size: number, chance: Chance) {
  let flats = 0;
  let numbers = 0;
  let offers: Offer[] = [];
  let away: { offer: Offer; backAtMs: number }[] = [];
  let waiting: { flat: Flat; price: number; earlierId?: string; atMs: number }[] = [];
  const ends = new Map<string, End>();
  /** The two ids of each flat that was offered again. */
  const pairs: [earlierId: string, laterId: string][] = [];

  const newFlat = (): Flat => ({ area: 40 + (flats += 1) * 0.37, level: levels[flats % 3] ?? '' });
  /** The newest house is the first one of the list. */
  function offer(flat: Flat, price: number, earlierId?: string) {
    numbers += 1;
    const houseId = `${resblockId.slice(-4)}${String(numbers).padStart(8, '0')}`;
    const isOfferedAgain = earlierId !== undefined;
    offers = [{ houseId, flat, price, title: `House ${numbers}`, shownPrice: undefined, isOfferedAgain }, ...offers];
    if (earlierId !== undefined) pairs.push([earlierId, houseId]);
  }
  const offerNew = () => offer(newFlat(), chance.number(300, 900));

  function change(houses: readonly Offer[]) {
    const changed = chance.pick(houses);
    if (!changed) return;
    if (chance.is(0.25)) changed.title = `${changed.title.split(',')[0]}, edited ${chance.number(1, 3)}`;
    else changed.price = Math.round(changed.price * chance.between(0.92, 1.03));
  }

  /** Another flat of the same area comes soon after one that has left: on another floor, or a twin at another price. */
  function invite({ flat, price }: Offer, nowMs: number) {
    const atMs = nowMs + chance.number(1, 8) * dayMs;
    const level = levels[(levels.indexOf(flat.level) + 1) % levels.length] ?? '';
    const other = chance.is(0.6) ? { flat: { ...flat, level }, price } : { flat, price: Math.round(price * 1.3) };
    waiting.push({ ...other, flat: { ...other.flat, stays: true }, atMs });
  }

  function leave(nowMs: number, mayRelist: boolean) {
    const gone = chance.pick(offers.filter(({ flat }) => !flat.stays));
    if (!gone) return;
    offers = offers.filter((each) => each !== gone);
    const kind = chance.between(0, 1);
    if (kind < 0.2) {
      away.push({ offer: gone, backAtMs: nowMs + chance.number(1, 4) * dayMs });
    } else if (kind < 0.5 && mayRelist && !gone.isOfferedAgain && gone.shownPrice !== undefined) {
      const price = Math.round(gone.shownPrice * chance.between(0.95, 1.03));
      ends.set(gone.houseId, { kind: 'relisted' });
      const atMs = nowMs + chance.number(0, 8) * dayMs;
      waiting.push({ flat: gone.flat, price, earlierId: gone.houseId, atMs });
    } else if (kind < 0.75) {
      const signedAtMs = nowMs - chance.number(0, 6) * dayMs;
      const publishedAtMs = nowMs + chance.number(1, 15) * dayMs;
      ends.set(gone.houseId, { kind: 'sold', price: Math.round(gone.price * 0.97), signedAtMs, publishedAtMs });
      if (chance.is(0.4)) invite(gone, nowMs);
    } else {
      ends.set(gone.houseId, { kind: 'withdrawn' });
      if (chance.is(0.4)) invite(gone, nowMs);
    }
  }

  function comeBack(nowMs: number) {
    const back = away.filter(({ backAtMs }) => backAtMs <= nowMs).map((each) => each.offer);
    offers = [...back, ...offers];
    away = away.filter(({ backAtMs }) => backAtMs > nowMs);
    for (const { flat, price, earlierId } of waiting.filter(({ atMs }) => atMs <= nowMs)) offer(flat, price, earlierId);
    waiting = waiting.filter(({ atMs }) => atMs > nowMs);
  }

  const rowOf = ({ houseId, title, flat: { area, level }, price }: Offer): ListRow => ({
    houseId,
    resblockId,
    resblockName: names.name,
    bizcircleName: names.bizcircleName,
    title,
    description: `2室1厅 | ${area.toFixed(2)}平米 | 南 北 | 精装 | ${level}(共18层) | 2009年 | 板楼`,
    tags: ['近地铁'],
    price,
    unitPrice: Math.round((price * 10_000) / area),
  });

  const twin = newFlat();
  for (let twins = 0; twins < 2; twins += 1) offer({ ...twin, stays: true }, 500);
  while (offers.length < size) offerNew();

  return {
    resblockId,
    ends,
    pairs,
    get pageCount() {
      return Math.max(1, Math.ceil(offers.length / housesPerPage));
    },

    /** Lets half a day pass. Late in the simulation no house is taken down to be offered again. */
    pass(nowMs: number, mayRelist: boolean) {
      comeBack(nowMs);
      if (chance.is(0.2)) offerNew();
      if (chance.is(0.6)) change(offers.filter(({ shownPrice }) => shownPrice !== undefined));
      if (chance.is(0.35)) leave(nowMs, mayRelist);
      comeBack(nowMs);
    },

    rowsOf: (page: number) => offers.slice((page - 1) * housesPerPage, page * housesPerPage).map(rowOf),

    /** Shows a page of the list. */
    show(page: number): SiteAnswer {
      const shown = offers.slice((page - 1) * housesPerPage, page * housesPerPage);
      for (const each of shown) each.shownPrice = each.price;
      return pageOf(resblockId, {
        rows: shown.map(rowOf),
        page,
        totalPages: this.pageCount,
        declaredTotal: offers.length,
        names,
      });
    },

    /** Makes the pages of the sold houses at a time. The site hides the day and the price of a contract for 30 days. */
    soldPages(nowMs: number) {
      const published = [...ends].flatMap(([houseId, end]) =>
        end.kind === 'sold' && end.publishedAtMs <= nowMs ? [{ houseId, ...end }] : [],
      );
      const sorted = published.toSorted((one, other) => other.signedAtMs - one.signedAtMs);
      const isRecent = (signedAtMs: number) => nowMs - signedAtMs <= 30 * dayMs;
      const totalPages = Math.max(1, Math.ceil(sorted.length / salesPerPage));
      return Array.from({ length: totalPages }, (_, index) => {
        const sales = sorted.slice(index * salesPerPage, (index + 1) * salesPerPage);
        const rows = sales.map(({ houseId, price, signedAtMs }) =>
          soldRow({
            houseId,
            title: `${names.name} 2室1厅 60平米`,
            unit: isRecent(signedAtMs) ? '' : `<span class="number">${Math.round((price * 10_000) / 60)}</span>元/平`,
            date: isRecent(signedAtMs) ? '近30天内成交' : dayOf(signedAtMs).replaceAll('-', '.'),
            price: `<span class='number'>${isRecent(signedAtMs) ? '2**' : price}</span>万`,
          }),
        );
        const pager = JSON.stringify({ totalPage: totalPages, curPage: index + 1 });
        return {
          path: `/chengjiao/${index === 0 ? '' : `pg${index + 1}`}c${resblockId}/`,
          html: soldPage(rows.join(''), { total: sorted.length, pager }),
          houseIds: sales.map(({ houseId }) => houseId),
          /** The day from which on this page and those before show every sale; null if that is all. */
          backTo:
            index + 1 === totalPages
              ? null
              : (sales.map((last) => dayOf(isRecent(last.signedAtMs) ? nowMs : last.signedAtMs)).at(-1) ?? null),
        };
      });
    },
  };
}

export type SimulatedCommunity = ReturnType<typeof simulatedCommunity>;
