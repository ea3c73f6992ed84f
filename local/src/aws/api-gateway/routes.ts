import type { Resource } from '../../template/resource.ts';
import { invocableBy } from '../lambda/invoke-permission.ts';
import type { MatchedRoute } from './event.ts';

export interface Route {
  /** `GET /api/thing/{id}`, `ANY /api/{proxy+}` or `$default`. */
  routeKey: string;
  functionId: string;
}

/** Reads the routes with the ARN of their function. Any other integration than a Lambda proxy stops the start. */
export function readRoutes(resources: readonly Resource[]): Route[] {
  const targets = new Map(
    resources
      .filter(({ type }) => type === 'AWS::ApiGatewayV2::Integration')
      .map(({ logicalId, ref, properties }) => {
        const { IntegrationType, PayloadFormatVersion, IntegrationUri } = properties;
        if (IntegrationType !== 'AWS_PROXY' || PayloadFormatVersion !== '2.0' || typeof IntegrationUri !== 'string')
          throw new Error(`${logicalId}: only AWS_PROXY integrations with payload format 2.0 are known here`);
        return [`integrations/${ref}`, IntegrationUri];
      }),
  );
  return resources
    .filter(({ type }) => type === 'AWS::ApiGatewayV2::Route')
    .map(({ logicalId, properties: { RouteKey, Target, AuthorizationType = 'NONE' } }) => {
      const functionId = typeof Target === 'string' ? targets.get(Target) : undefined;
      if (typeof RouteKey !== 'string' || functionId === undefined)
        throw new Error(`${logicalId}: a route needs a key and the target of an integration`);
      if (AuthorizationType !== 'NONE') throw new Error(`${logicalId}: authorizers are not known here`);
      return { routeKey: RouteKey, functionId };
    });
}

/** Reads the template's routes. AWS refuses a call whose function API Gateway may not invoke; here the start stops. */
export function readInvocableRoutes(resources: readonly Resource[]): Route[] {
  const routes = readRoutes(resources);
  const invocable = invocableBy('apigateway.amazonaws.com', resources);
  for (const { routeKey, functionId } of routes) {
    if (!invocable.has(functionId))
      throw new Error(`API Gateway may not invoke ${functionId} for ${routeKey}: no AWS::Lambda::Permission`);
  }
  return routes;
}

type PathStep = { fixed: string } | { name: string; greedy: boolean };

/** Finds the most specific route: fixed parts win over parameters, parameters over greedy ones, a method over ANY. */
export function routeTable(routes: readonly Route[]) {
  const parsed = routes
    .filter(({ routeKey }) => routeKey !== '$default')
    .map((route) => {
      const [method = '', path = ''] = route.routeKey.split(' ');
      return { ...route, method, steps: path.split('/').slice(1).map(stepOf) };
    })
    .toSorted((one, other) => (rank(one) < rank(other) ? -1 : 1));
  const fallback = routes.find(({ routeKey }) => routeKey === '$default');

  return (method: string, path: string): (MatchedRoute & Route) | undefined => {
    const segments = path.split('/').slice(1).map(decodeURIComponent);
    for (const route of parsed) {
      if (route.method !== method && route.method !== 'ANY') continue;
      const pathParameters = parametersOf(route.steps, segments);
      if (pathParameters) return { ...route, pathParameters };
    }
    return fallback && { ...fallback, pathParameters: {} };
  };
}

function stepOf(part: string): PathStep {
  const [, name, plus] = /^\{([^{}+]+)(\+)?\}$/.exec(part) ?? [];
  return name === undefined ? { fixed: part } : { name, greedy: plus === '+' };
}

/** Sorts the most specific route first. The first part of a path that differs decides. */
const rank = ({ method, steps }: { method: string; steps: PathStep[] }) =>
  steps.map((step) => ('fixed' in step ? '0' : step.greedy ? '2' : '1')).join('') + (method === 'ANY' ? '~1' : '~0');

function parametersOf(steps: readonly PathStep[], segments: readonly string[]): Record<string, string> | undefined {
  const parameters: Record<string, string> = {};
  for (const [at, step] of steps.entries()) {
    const segment = segments[at];
    if (segment === undefined) return undefined;
    if ('fixed' in step) {
      if (step.fixed !== segment) return undefined;
    } else if (step.greedy) {
      return { ...parameters, [step.name]: segments.slice(at).join('/') };
    } else {
      if (segment === '') return undefined;
      parameters[step.name] = segment;
    }
  }
  return segments.length === steps.length ? parameters : undefined;
}
