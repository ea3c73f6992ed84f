import type { Listing } from 'local/fakes/listing-site/city/listing';

/** Makes a house with these values. Its other values are the same for every house, because the tests do not look at them. */
export const plainListing = (houseId: string, number: number, price: number): Listing => ({
  houseId,
  title: `House ${number}`,
  layout: '2室1厅',
  area: 50,
  facing: '南',
  decoration: '精装',
  floor: '低楼层',
  builtIn: 1990,
  building: '板楼',
  tags: ['近地铁'],
  price,
  listedAtMs: 0,
});
