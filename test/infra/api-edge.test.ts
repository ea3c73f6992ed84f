import { describe, expect, it } from '@jest/globals';
import { createThrottler, readThrottles, type Throttles } from 'local/aws/api-gateway/throttle';
import { StepBuckets } from 'lambdas/auth/rate-limits/step-buckets';
import { knownSignInRoute, signInRoute } from 'shared-types/contract/auth';
import * as z from 'zod';
import { everyCall } from '../support/contract/contract.ts';
import { synthesize } from '../support/aws/template.ts';

const template = await synthesize();

const Behavior = z.looseObject({ PathPattern: z.string() });
const Distribution = z.object({ DistributionConfig: z.object({ CacheBehaviors: z.array(Behavior) }) });

describe('the API behind CloudFront', () => {
  // AWS documents the ids of its policies in the CloudFront Developer Guide, "Use managed cache policies" and "Use managed
  // origin request policies" (read on 2026-11-22).
  it('is never cached, is reached over https only, and gets every header and cookie of the browser', () => {
    const behaviors = template
      .ofType('AWS::CloudFront::Distribution')
      .flatMap(({ Properties }) => Distribution.parse(Properties).DistributionConfig.CacheBehaviors);
    expect(behaviors.filter(({ PathPattern }) => PathPattern !== '/ljmonitor/bring')).toMatchObject([
      {
        PathPattern: '/api/*',
        CachePolicyId: '4135ea2d-6df8-44a3-9df3-4b5a84be39ad',
        OriginRequestPolicyId: 'b689b0a8-53d0-40ab-baf2-68738e2966ac',
        ViewerProtocolPolicy: 'https-only',
      },
    ]);
  });

  it('answers in its own words, because no error becomes a page of the site or stays in the cache', () => {
    const [distribution] = template.ofType('AWS::CloudFront::Distribution');
    // CloudFront keeps these errors for ten seconds unless told otherwise.
    const errors = [404, 414, 500, 501, 502, 503, 504];
    expect(
      z.object({ CustomErrorResponses: z.unknown() }).parse(distribution?.Properties['DistributionConfig']),
    ).toEqual({
      CustomErrorResponses: errors.map((ErrorCode) => ({ ErrorCode, ErrorCachingMinTTL: 0 })),
    });
  });

  it('is beside pages that are only read, and over https only', () => {
    const [distribution] = template.ofType('AWS::CloudFront::Distribution');
    const page = {
      ViewerProtocolPolicy: 'redirect-to-https',
      AllowedMethods: ['GET', 'HEAD'],
      ResponseHeadersPolicyId: expect.anything(),
    };
    expect(distribution?.Properties).toMatchObject({
      DistributionConfig: {
        DefaultCacheBehavior: page,
        CacheBehaviors: expect.arrayContaining([expect.objectContaining({ PathPattern: '/ljmonitor/bring', ...page })]),
      },
    });
  });

  it('takes no more requests a second than the site needs', () => {
    expect(template.ofType('AWS::ApiGatewayV2::Stage').map(({ Properties }) => Properties)).toMatchObject([
      { DefaultRouteSettings: { ThrottlingRateLimit: 200, ThrottlingBurstLimit: 400 } },
    ]);
  });
});

/** These answer a visitor without cookies, or without the secret of a feed, at once, after one read at most, and signed-in people need them. */
const unthrottled = [
  'POST /api/auth/google/oauth2_refresh',
  'POST /api/auth/cognito/sign_in_refresh',
  'GET /api/auth/logout',
  'GET /api/health',
  'GET /api/notify/feed/{feedToken}',
];

describe('the routes of anonymous visitors', () => {
  const [stage] = template.ofType('AWS::ApiGatewayV2::Stage');
  const routes = template.ofType('AWS::ApiGatewayV2::Route');
  const routeKeys = routes.map(({ Properties }) => String(Properties['RouteKey']));
  const properties = z.record(z.string(), z.json()).parse(stage?.Properties);
  const throttles = readThrottles(
    [{ logicalId: 'Stage', type: 'AWS::ApiGatewayV2::Stage', properties, ref: '', attributes: {} }],
    routeKeys,
    undefined,
  );
  const throttled = [...throttles.routes.keys()];

  it('have a throttle, and no call of signed-in people has one', () => {
    const anonymous = everyCall.filter(({ access, key }) => access === 'public' && !unthrottled.includes(key));
    const routesOf = anonymous.flatMap(({ route, knownRoute }) =>
      knownRoute === undefined ? [route] : [route, knownRoute],
    );
    expect(new Set(routesOf)).toEqual(new Set(throttled));
    const others = everyCall.filter((call) => !anonymous.includes(call));
    expect(others.filter(({ route }) => throttled.includes(route))).toEqual([]);
  });

  it('exist before the stage that throttles them', () => {
    const ids = routes.filter((_, at) => throttled.includes(routeKeys[at] ?? '')).map(({ id }) => id);
    expect(ids).toHaveLength(3);
    expect([stage?.DependsOn].flat()).toEqual(expect.arrayContaining(ids));
  });

  it.each([
    ['five', [signInRoute], 5],
    ['six', [signInRoute, knownSignInRoute], 6],
  ])(
    'occupy %s of the ten executions of a new account while visitors of forty networks ask %j without a pause',
    (_, flooded, most) => {
      const [signIn] = template
        .ofType('AWS::Lambda::Function')
        .flatMap(({ Properties }) => SignInFunction.safeParse(Properties).data ?? []);
      const { strangers } = StepBuckets.parse(JSON.parse(signIn?.Environment.Variables.STEP_BUCKETS ?? ''));
      const refusals = flooded.map((route) => ((throttles.routes.get(route)?.rate ?? Infinity) * refusalMs) / 1000);
      const others = throttled.filter((route) => route !== signInRoute && route !== knownSignInRoute);
      const links = others.map((route) => maxExecutions(throttles.routes.get(route), linkMs));
      const sum = [maxExecutions(strangers, stepMs), ...refusals, ...links].reduce((one, other) => one + other);
      expect(sum).toBeLessThanOrEqual(most);
    },
  );
});

const SignInFunction = z.object({ Environment: z.object({ Variables: z.object({ STEP_BUCKETS: z.string() }) }) });

/** A step with its hold and its calls of Cognito, in a function that runs already, as it does in a flood. */
const stepMs = 500;
/** A refusal after a read and a write, which take DynamoDB some milliseconds each. */
const refusalMs = 15;
/** A call with a start link, with a cold start. */
const linkMs = 1000;

/** Lets visitors ask without a pause, and returns the most executions of one bucket at the same time. */
function maxExecutions(bucket: Throttles['default'] | undefined, ms: number) {
  let nowMs = 0;
  let most = 0;
  let ends: number[] = [];
  const admits = createThrottler({ default: bucket ?? { rate: 0, burst: 0 }, routes: new Map() }, () => nowMs);
  for (; nowMs < 30_000; nowMs += 7) {
    ends = ends.filter((end) => end > nowMs);
    for (let visitor = 0; visitor < 40; visitor += 1) if (admits('')) ends.push(nowMs + ms);
    most = Math.max(most, ends.length);
  }
  return most;
}

describe('the queues', () => {
  it('leave executions of a new account, which has ten, to the people who wait', () => {
    const limits = template
      .ofType('AWS::Lambda::EventSourceMapping')
      .map(({ Properties }) => z.object({ MaximumConcurrency: z.number() }).parse(Properties['ScalingConfig']));
    expect(limits).toHaveLength(2);
    // Lambda refuses less than two.
    expect(limits.every(({ MaximumConcurrency: each }) => each >= 2)).toBe(true);
    expect(limits.reduce((sum, { MaximumConcurrency: each }) => sum + each, 0)).toBeLessThanOrEqual(5);
  });
});

describe('the functions', () => {
  it('reserve no executions, because a new account has too few to reserve any', () => {
    const functions = template.ofType('AWS::Lambda::Function').map(({ Properties }) => Object.keys(Properties));
    expect(functions.length).toBeGreaterThan(5);
    expect(functions.flat().filter((name) => name === 'ReservedConcurrentExecutions')).toEqual([]);
  });

  it('run on the newest Node that the SDK and Lambda support', () => {
    const runtimes = template
      .ofType('AWS::Lambda::Function')
      .filter(({ id }) => !id.startsWith('CustomCDKBucketDeployment'))
      .map(({ Properties }) => Properties['Runtime']);
    expect(new Set(runtimes)).toEqual(new Set(['nodejs24.x']));
  });
});
