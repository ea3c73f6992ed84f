import { beforeAll, describe, expect, it } from '@jest/globals';
import {
  conversationRoute,
  type FirstLoads,
  measureFirstLoads,
  maxRequests,
  maxTimesFloor,
} from '../../bench/browser/first-load.ts';

const routes = ['/', '/auth', '/stack', '/ljmonitor', '/chat', conversationRoute];

let measured: FirstLoads;
beforeAll(async () => {
  measured = await measureFirstLoads(routes);
});

const loadOf = (route: string) => {
  const load = measured.loads.find((each) => each.route === route);
  if (!load) throw new Error(`${route} was not measured`);
  return load;
};

describe.each(routes)('the first load of %s', (route) => {
  it('loads little more code than the floor app', () => {
    expect(loadOf(route).codeBytes / measured.floorBytes).toBeLessThanOrEqual(maxTimesFloor(route));
  });

  it('needs few files for the largest paint', () => {
    const { waitedFor } = loadOf(route);
    // A small file may be there before the end of the document that names it.
    expect(waitedFor).toContain(route.split('?')[0]);
    expect(waitedFor.length).toBeLessThanOrEqual(maxRequests);
  });

  it('requests no other origin and loads no font', () => {
    expect(loadOf(route)).toMatchObject({ otherOrigins: [], fonts: [] });
  });
});
