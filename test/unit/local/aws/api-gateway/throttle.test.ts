import { describe, expect, it } from '@jest/globals';
import { createThrottler, readThrottles } from 'local/aws/api-gateway/throttle';
import { resource } from '../../template/resource.ts';

const route = 'GET /api/a';
const stage = (settings: Record<string, { ThrottlingRateLimit: number; ThrottlingBurstLimit: number }>) => [
  resource('AWS::ApiGatewayV2::Stage', 'Stage', {
    ApiId: 'api',
    StageName: '$default',
    AutoDeploy: true,
    AccessLogSettings: {},
    DefaultRouteSettings: { ThrottlingRateLimit: 200, ThrottlingBurstLimit: 400 },
    RouteSettings: settings,
  }),
];
const settings = { [route]: { ThrottlingRateLimit: 1, ThrottlingBurstLimit: 2 } };

describe('the throttle of a route', () => {
  const throttles = readThrottles(stage(settings), [route], undefined);

  it('takes a burst, then as many requests as its rate, and no other route is affected', () => {
    let nowMs = 0;
    const admits = createThrottler(throttles, () => nowMs);
    expect([admits(route), admits(route), admits(route), admits('GET /api/b')]).toEqual([true, true, false, true]);
    nowMs = 900;
    expect(admits(route)).toBe(false);
    nowMs = 1000;
    expect([admits(route), admits(route)]).toEqual([true, false]);
    nowMs = 60_000;
    expect([admits(route), admits(route), admits(route)]).toEqual([true, true, false]);
  });

  it('is that of the stage for a route without settings', () => {
    const admits = createThrottler(throttles, () => 0);
    expect(Array.from({ length: 401 }, () => admits('GET /api/b')).filter(Boolean)).toHaveLength(400);
  });

  it('is replaced by the rate of the local setting', () => {
    const admits = createThrottler(readThrottles(stage(settings), [route], 5), () => 0);
    expect(Array.from({ length: 9 }, () => admits(route)).filter(Boolean)).toHaveLength(5);
  });

  it('stops the start when the route does not exist', () => {
    expect(() => readThrottles(stage(settings), ['GET /api/b'], undefined)).toThrow(
      'Unable to find Route by key GET /api/a',
    );
  });
});
