export interface Area {
  name: string;
  slug: string;
}

/** A residential community of a demo city. Every name is invented. */
export interface Community {
  id: string;
  name: string;
  cityName: string;
  district: Area;
  bizcircle: Area;
  /** The number of houses when the city is created. */
  size: number;
  /** The average price in 元/平. */
  unitPrice: number;
  builtIn: number;
  floors: number;
  /** The average time between two changes. 0 means never, so that tests can rely on the number of houses. */
  changeIntervalMs: number;
  /** Its houses have the 20-digit ids of the sister site. */
  longIds?: true;
  /** Its pages sometimes show a row twice, as the real site does while rows move between pages. */
  repeatsRows?: true;
}

const cityName = '云州';

export function inCity(name: string, all: readonly Omit<Community, 'cityName'>[]): readonly Community[] {
  return all.map((community) => ({ ...community, cityName: name }));
}

const linjiang = { name: '临江', slug: 'linjiang' };
const beihu = { name: '北湖', slug: 'beihu' };
const xindu = { name: '新渡', slug: 'xindu' };
const liuqiao = { name: '柳桥', slug: 'liuqiao' };
const shimenli = { name: '石门里', slug: 'shimenli' };
const yuntai = { name: '云台', slug: 'yuntai1' };
const hetang = { name: '荷塘', slug: 'hetang' };
const nanpu = { name: '南浦', slug: 'nanpu' };
const baishitan = { name: '白石滩', slug: 'baishitan1' };

const never = 0;
const often = 75_000;
const seldom = 240_000;

export const communities: readonly Community[] = inCity(cityName, [
  {
    id: '1199027300101',
    name: '柳荫里',
    district: linjiang,
    bizcircle: liuqiao,
    size: 6,
    unitPrice: 86_000,
    builtIn: 1988,
    floors: 6,
    changeIntervalMs: often,
  },
  {
    id: '1199027300102',
    name: '望湖名邸',
    district: beihu,
    bizcircle: hetang,
    size: 75,
    unitPrice: 72_000,
    builtIn: 2009,
    floors: 28,
    changeIntervalMs: often,
  },
  {
    id: '1199027300103',
    name: '青枫家园',
    district: beihu,
    bizcircle: yuntai,
    size: 31,
    unitPrice: 54_000,
    builtIn: 2003,
    floors: 18,
    changeIntervalMs: never,
  },
  {
    id: '1199027300104',
    name: '石门里三号院',
    district: linjiang,
    bizcircle: shimenli,
    size: 29,
    unitPrice: 93_000,
    builtIn: 1982,
    floors: 5,
    changeIntervalMs: never,
  },
  {
    id: '1199027300105',
    name: '云台公寓',
    district: beihu,
    bizcircle: yuntai,
    size: 1,
    unitPrice: 61_000,
    builtIn: 2015,
    floors: 32,
    changeIntervalMs: never,
  },
  {
    id: '1199027300106',
    name: '荷塘新村',
    district: beihu,
    bizcircle: hetang,
    size: 255,
    unitPrice: 47_000,
    builtIn: 1998,
    floors: 12,
    changeIntervalMs: seldom,
    repeatsRows: true,
  },
  {
    id: '1199027300107',
    name: '东渡花园',
    district: xindu,
    bizcircle: nanpu,
    size: 12,
    unitPrice: 38_000,
    builtIn: 2006,
    floors: 11,
    changeIntervalMs: often,
  },
  {
    id: '1199027300108',
    name: '白石滩一号',
    district: xindu,
    bizcircle: baishitan,
    size: 0,
    unitPrice: 66_000,
    builtIn: 2019,
    floors: 4,
    changeIntervalMs: never,
  },
  {
    id: '1199027300109',
    name: '南浦雅苑',
    district: xindu,
    bizcircle: nanpu,
    size: 48,
    unitPrice: 41_000,
    builtIn: 2012,
    floors: 26,
    changeIntervalMs: often,
  },
  {
    id: '1199027300110',
    name: '新渡国际社区',
    district: xindu,
    bizcircle: baishitan,
    size: 120,
    unitPrice: 35_000,
    builtIn: 2017,
    floors: 34,
    changeIntervalMs: seldom,
  },
  {
    id: '1199027300111',
    name: '铁路宿舍',
    district: linjiang,
    bizcircle: liuqiao,
    size: 30,
    unitPrice: 79_000,
    builtIn: 1979,
    floors: 6,
    changeIntervalMs: never,
  },
  {
    id: '99000000012345',
    name: '江畔华庭(二期)',
    district: linjiang,
    bizcircle: shimenli,
    size: 3,
    unitPrice: 102_000,
    builtIn: 2011,
    floors: 22,
    changeIntervalMs: often,
    longIds: true,
  },
]);
