import { pseudoRandomInteger, pseudoRandom, pick } from './pseudo-random.ts';
import type { Community } from './communities.ts';

/** A house on offer. */
export interface Listing {
  houseId: string;
  title: string;
  layout: string;
  /** The unit is 平米. */
  area: number;
  facing: string;
  decoration: string;
  floor: string;
  builtIn: number;
  building: string;
  tags: readonly string[];
  /** The unit is 万. */
  price: number;
  listedAtMs: number;
}

const day = 86_400_000;

const layouts = ['1室1厅', '1室0厅', '2室1厅', '2室1厅', '2室2厅', '3室1厅', '3室2厅', '4室2厅'];
const facings = ['南', '东', '南 北', '南 北', '东 西', '西南', '东南 南', '西北'];
const decorations = ['精装', '简装', '其他', '毛坯'];
const levels = ['底层', '低楼层', '中楼层', '高楼层', '顶层'];
const selling = [
  '满五年唯一',
  '满两年',
  '业主诚心出售',
  '看房方便',
  '采光好',
  '户型方正',
  '近地铁',
  '中间楼层',
  '带车位',
  '视野开阔',
  '楼龄新',
  '随时可签约',
];
const praise = ['南北通透', '全明格局', '双阳台', '正规户型', '安静不临街', '客厅朝南', '高层观景', '精装修拎包入住'];

export const allTags = ['近地铁', 'VR房源', '房本满两年', '房本满五年', '随时看房', 'VR看装修'] as const;

/** Returns the unit price in 元/平, rounded as the site does. */
export const unitPriceOf = ({ price, area }: Listing) => Math.round((price * 10_000) / area);

export function newTitle({ name, bizcircle }: Community, layout: string, ...words: (string | number)[]) {
  const good = pick(praise, 'praise', ...words);
  const reason = pick(selling, 'reason', ...words);
  const more = pick(selling, 'more', ...words);
  return pick(
    [
      `${name} ${layout} ${good}`,
      `${good} ${layout} ${reason}`,
      `${bizcircle.name} ${good} ${reason} ${more}`,
      `${reason}，${good}${layout}，${more}`,
    ],
    'form',
    ...words,
  );
}

const idOf = ({ id, longIds }: Community, serial: number) =>
  longIds ? `1908${id}${serial}`.padEnd(20, '7') : `1088${id.slice(-3)}${String(serial).padStart(5, '0')}`;

/** Returns the house with this serial number in a community. */
export function newListing(community: Community, serial: number, listedAtMs: number): Listing {
  const seed = [community.id, serial] as const;
  const layout = pick(layouts, 'layout', ...seed);
  const area = Math.round((Number(layout[0]) * 24 + 14 + pseudoRandom('area', ...seed) * 22) * 100) / 100;
  const unitPrice = community.unitPrice * (0.88 + pseudoRandom('price', ...seed) * 0.24);
  return {
    houseId: idOf(community, serial),
    title: newTitle(community, layout, ...seed),
    layout,
    area,
    facing: pick(facings, 'facing', ...seed),
    decoration: pick(decorations, 'decoration', ...seed),
    floor: `${pick(levels, 'floor', ...seed)}(共${community.floors}层)`,
    builtIn: community.builtIn + pseudoRandomInteger(0, 2, 'year', ...seed),
    building: community.floors > 9 ? pick(['板楼', '塔楼', '板塔结合'], 'building', ...seed) : '板楼',
    tags: allTags.filter((tag) => pseudoRandom(tag, ...seed) < 0.4),
    price: Math.round((area * unitPrice) / 10_000),
    listedAtMs,
  };
}

/** Returns a house as another agency offers it: under another id and title, and a little cheaper. */
export const offeredAgain = (community: Community, { houseId, ...listing }: Listing, listedAtMs: number): Listing => ({
  ...listing,
  houseId: houseId.replace(/^1[09]../, (start) => String(Number(start) + 11)),
  title: newTitle(community, listing.layout, houseId, 'again'),
  price: Math.round(listing.price * 0.98),
  listedAtMs,
});

/** Returns the houses at the time when the city is created. */
export const firstListings = (community: Community, foundedAtMs: number) =>
  Array.from({ length: community.size }, (_, serial) =>
    newListing(community, serial + 1, foundedAtMs - pseudoRandomInteger(1, 400, 'age', community.id, serial) * day),
  );
