import type { Listing } from 'local/fakes/listing-site/city/listing';

/** A house in which nothing but these values matters to a test. */
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
