import { knownSignInRoute, signInRoute } from 'shared-types/contract/auth';
import type * as envs from 'lambdas/auth/env';
import type * as z from 'zod';
import type { Throttle } from './constructs/app-api.ts';

/**
 * The throttles of anonymous visitors. API Gateway counts all of them together, so the throttles let a flood pass to the
 * function, which tells its networks apart. It refuses what `stepBuckets` do not admit after one or two calls of DynamoDB,
 * within 15 ms, so the refusals of a route occupy less than one execution. The throttles also bound what a flood costs. A
 * stranger may forge the cookie that leads to the route of known browsers, so that one takes as much (docs/decisions/0010).
 */
const throttle = { burst: 8, rate: 40 };
export const anonymousThrottles: Record<string, Throttle> = {
  [signInRoute]: throttle,
  [knownSignInRoute]: throttle,
};

/**
 * The buckets of admitted steps. One takes half a second, so those of all strangers occupy three executions. One source takes
 * less of it at once, and half as much in a second, as all of them have: it always leaves a token to another one.
 */
export const stepBuckets: z.output<typeof envs.httpEnv.STEP_BUCKETS> = {
  source: { burst: 2, rate: 0.9 },
  strangers: { burst: 3, rate: 1.9 },
  known: { burst: 2, rate: 1.9 },
};
