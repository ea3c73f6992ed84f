import { communities, type Community, inCity } from './communities.ts';

/** A city has a site of its own, as every city of the real site has. */
export interface City {
  name: string;
  communities: readonly Community[];
}

const donggang = { name: '东港', slug: 'donggang' };
const haitang = { name: '海棠湾', slug: 'haitangwan' };
const dengta = { name: '灯塔', slug: 'dengta' };

const never = 0;
const often = 75_000;

const harbor = inCity('澜海', [
  {
    id: '2299031500201',
    name: '灯塔公馆',
    district: donggang,
    bizcircle: dengta,
    size: 9,
    unitPrice: 28_000,
    builtIn: 2011,
    floors: 18,
    changeIntervalMs: never,
  },
  {
    id: '2299031500202',
    name: '海棠湾花园',
    district: donggang,
    bizcircle: haitang,
    size: 64,
    unitPrice: 33_000,
    builtIn: 2016,
    floors: 30,
    changeIntervalMs: often,
  },
  {
    id: '2299031500203',
    name: '渔港新村',
    district: donggang,
    bizcircle: dengta,
    size: 2,
    unitPrice: 19_000,
    builtIn: 1994,
    floors: 6,
    changeIntervalMs: often,
  },
]);

export const cities: readonly [City, ...City[]] = [
  { name: '云州', communities },
  { name: '澜海', communities: harbor },
];
