import type { Origin } from '../../http/http-message.ts';
import type { Functions } from '../lambda/functions.ts';
import type { ServiceContext } from '../service-context.ts';
import { createGateway } from './gateway.ts';
import { readInvocableRoutes } from './routes.ts';
import { createThrottler, readThrottles } from './throttle.ts';

/** Hosts the template's HTTP API. */
export function hostApiGateway({ resources, clock, routeRate }: ServiceContext, functions: Functions): Origin {
  const routes = readInvocableRoutes(resources);
  const routeKeys = routes.map(({ routeKey }) => routeKey);
  const admits = createThrottler(readThrottles(resources, routeKeys, routeRate), () => performance.now());
  return createGateway({ routes, admits, invoke: functions.invoke, clock });
}
