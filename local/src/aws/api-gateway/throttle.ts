import * as z from 'zod';
import { propertiesOf, TemplateNumber } from '../../template/properties.ts';
import { type Resource, resourcesOfType } from '../../template/resource.ts';

const RouteSettings = z.strictObject({ ThrottlingRateLimit: TemplateNumber, ThrottlingBurstLimit: TemplateNumber });

const Stage = z.strictObject({
  DefaultRouteSettings: RouteSettings,
  RouteSettings: z.record(z.string(), RouteSettings).default({}),
  StageName: z.literal('$default'),
  AutoDeploy: z.literal(true),
  // These have no effect on this machine.
  ApiId: z.unknown(),
  AccessLogSettings: z.unknown(),
  Tags: z.unknown().optional(),
});

interface Throttle {
  /** The number of requests in a second. */
  rate: number;
  burst: number;
}

export interface Throttles {
  default: Throttle;
  /** The throttles by route key. */
  routes: ReadonlyMap<string, Throttle>;
}

/**
 * Reads the throttles of the template's stage. AWS refuses a stage with the settings of a route that does not exist:
 * "Unable to find Route by key … within the provided RouteSettings". `rate` replaces the rate and the burst of each route
 * with settings of its own.
 */
export function readThrottles(
  resources: readonly Resource[],
  routeKeys: readonly string[],
  rate: number | undefined,
): Throttles {
  const [stage, another] = resourcesOfType(resources, 'AWS::ApiGatewayV2::Stage');
  if (!stage || another) throw new Error('The local API Gateway needs exactly one stage in the template');
  const { DefaultRouteSettings, RouteSettings: ofRoutes } = propertiesOf(stage, Stage);
  const unknown = Object.keys(ofRoutes).find((routeKey) => !routeKeys.includes(routeKey));
  if (unknown !== undefined)
    throw new Error(`${stage.logicalId}: Unable to find Route by key ${unknown} within the provided RouteSettings`);
  return {
    default: throttleOf(DefaultRouteSettings),
    routes: new Map(
      Object.entries(ofRoutes).map(([routeKey, settings]) => [
        routeKey,
        rate === undefined ? throttleOf(settings) : { rate, burst: rate },
      ]),
    ),
  };
}

const throttleOf = ({ ThrottlingRateLimit: rate, ThrottlingBurstLimit: burst }: z.infer<typeof RouteSettings>) => ({
  rate,
  burst,
});

/**
 * Admits requests by a token bucket for each route, which a token pays for: docs.aws.amazon.com/apigateway/latest/
 * developerguide/http-api-throttling.html, read 2026-11. AWS calls its throttles targets and not guarantees.
 */
export function createThrottler(throttles: Throttles, nowMs: () => number) {
  const buckets = new Map<string, { tokens: number; atMs: number }>();
  return (routeKey: string): boolean => {
    const { rate, burst } = throttles.routes.get(routeKey) ?? throttles.default;
    const now = nowMs();
    const { tokens: before, atMs } = buckets.get(routeKey) ?? { tokens: burst, atMs: now };
    const tokens = Math.min(burst, before + ((now - atMs) / 1000) * rate);
    const isAdmitted = tokens >= 1;
    buckets.set(routeKey, { tokens: isAdmitted ? tokens - 1 : tokens, atMs: now });
    return isAdmitted;
  };
}
