import { CfnOutput, Fn, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { CfnApi, CfnIntegration, CfnRoute, CfnStage } from 'aws-cdk-lib/aws-apigatewayv2';
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import { CfnDynamicReference, CfnDynamicReferenceService } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import type { Api } from 'shared-types/contract/endpoint';
import type { AppConfig } from '../config.ts';
import { originVerifyParameter } from '../parameter-names.ts';
import type { NodeFunction } from './node-function.ts';

/** The access log has no text that the sender of a request typed. */
const accessLog = {
  requestId: '$context.requestId',
  routeKey: '$context.routeKey',
  status: '$context.status',
  integrationError: '$context.integrationErrorMessage',
  latencyMs: '$context.responseLatency',
};

/** Returns a reference to one version of the secret that the edge and the functions share. */
const originVerify = (version: number) =>
  new CfnDynamicReference(CfnDynamicReferenceService.SSM, `${originVerifyParameter}:${version}`).toString();

/** A token bucket for the requests of one route: `burst` tokens at most, and `rate` new ones in a second. */
export interface Throttle {
  rate: number;
  burst: number;
}

/** The HTTP API behind the site. It accepts only requests with a secret header that the site's own edge adds. */
export class AppApi extends Construct {
  /** The API's host name, which the edge forwards to. */
  readonly domainName: string;
  /** The value of the secret header that the edge adds. */
  readonly originVerifySent: string;
  /** The values that the functions accept, separated by a comma: two during a rotation. */
  readonly originVerify: string;
  /** The log with one line for each request. */
  readonly accessLog: LogGroup;
  readonly apiId: string;
  private readonly api: CfnApi;
  private readonly stage: CfnStage;
  private readonly routeSettings: Record<string, object> = {};

  constructor(scope: Construct, id: string, { sent, alsoGood }: AppConfig['operations']['originVerify']) {
    super(scope, id);
    this.originVerifySent = originVerify(sent);
    this.originVerify = (alsoGood === null ? [sent] : [sent, alsoGood]).map(originVerify).join();
    this.api = new CfnApi(this, 'Api', { name: Stack.of(this).stackName, protocolType: 'HTTP' });
    this.apiId = this.api.ref;
    this.accessLog = new LogGroup(this, 'AccessLog', {
      retention: RetentionDays.ONE_MONTH,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    this.stage = new CfnStage(this, 'Stage', {
      apiId: this.api.ref,
      stageName: '$default',
      autoDeploy: true,
      defaultRouteSettings: { throttlingRateLimit: 200, throttlingBurstLimit: 400 },
      accessLogSettings: { destinationArn: this.accessLog.logGroupArn, format: JSON.stringify(accessLog) },
    });
    this.domainName = Fn.select(2, Fn.split('/', this.api.attrApiEndpoint));
    new CfnOutput(this, 'Endpoint', { value: this.api.attrApiEndpoint }).overrideLogicalId('ApiEndpoint');
  }

  /** Adds one route for each call of the contract, or for the calls that share one, with the throttles of some routes. */
  serve(api: Api, server: NodeFunction<object>, throttles: Record<string, Throttle> = {}) {
    const target = this.integrate(server);
    const routes = Object.entries(api).flatMap(([name, { route, knownRoute }]) => [
      { name, route },
      ...(knownRoute === undefined ? [] : [{ name: 'Known', route: knownRoute }]),
    ]);
    for (const { name, route } of routes) {
      if (server.node.children.some((each) => each instanceof CfnRoute && each.routeKey === route)) continue;
      // The first shared route of a function has this id at every site already.
      const isFirstShared = name !== 'Known' && route.startsWith('ANY ') && !server.node.tryFindChild('RouteShared');
      const id = isFirstShared ? 'RouteShared' : `Route${name}`;
      const made = new CfnRoute(server, id, { apiId: this.api.ref, routeKey: route, target });
      const throttle = throttles[route];
      if (!throttle) continue;
      this.routeSettings[route] = { ThrottlingRateLimit: throttle.rate, ThrottlingBurstLimit: throttle.burst };
      // API Gateway refuses a stage that names a route which does not exist yet: "Unable to find Route by key".
      this.stage.addResourceDependency(made);
      this.stage.routeSettings = this.routeSettings;
    }
    return this;
  }

  /** Adds the $default route: requests that match no call of the contract. */
  serveDefaultRoute(server: NodeFunction<object>) {
    const target = this.integrate(server);
    new CfnRoute(server, 'RouteUnknown', { apiId: this.api.ref, routeKey: '$default', target });
  }

  /** Creates the integration of a function once, with one permission for all its routes. */
  private integrate(server: NodeFunction<object>): string {
    const made = server.node.tryFindChild('Integration');
    if (made instanceof CfnIntegration) return `integrations/${made.ref}`;
    const integration = new CfnIntegration(server, 'Integration', {
      apiId: this.api.ref,
      integrationType: 'AWS_PROXY',
      integrationUri: server.functionArn,
      payloadFormatVersion: '2.0',
    });
    server.addPermission('FromApi', {
      principal: new ServicePrincipal('apigateway.amazonaws.com'),
      sourceArn: Stack.of(this).formatArn({ service: 'execute-api', resource: this.api.ref, resourceName: '*/*' }),
    });
    return `integrations/${integration.ref}`;
  }
}
