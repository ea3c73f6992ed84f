import { randomBytes } from 'node:crypto';
import type { IncomingMessage, RequestListener } from 'node:http';
import type { Resource } from '../../template/resource.ts';
import { readCachePolicies } from './cache-policy.ts';
import { cachedOrigin } from './edge-cache.ts';
import { siteBucket } from './bucket.ts';
import { type EdgeOutcome, headersOf, viewerRequestFunction } from './edge-function.ts';
import { withLocalBuckets, withPolicy } from './response-headers.ts';
import { type Behaviour, readEdge, type TemplateOrigin } from './distribution.ts';
import {
  type Header,
  type HttpResponse,
  type HttpRequest,
  type Origin,
  readRequest,
  writeResponse,
} from '../../http/http-message.ts';

export interface EdgeOptions {
  resources: readonly Resource[];
  assetPath: (objectKey: string) => string;
  /** The API, which is the distribution's custom origin. */
  api: Origin;
  /** The address of the services, which stands for S3's own in the policies of documents. */
  endpoint: string;
  /** The clock of the cache. */
  clock: { now(): number };
  /** Answers `/_local`. The deployed site has no such path. */
  control: RequestListener;
}

/** The id of CloudFront's managed policy AllViewerExceptHostHeader. */
const allViewerExceptHost = 'b689b0a8-53d0-40ab-baf2-68738e2966ac';
const maxBodyBytes = 20_000_000;

/** The API is called by CloudFront, so the address of its caller is not the viewer's. */
const edgeAddress = '192.0.2.1';

/** Creates CloudFront with the template's bucket and API as its origins. */
export function createEdge({ resources, assetPath, endpoint, api, clock, control }: EdgeOptions): RequestListener {
  const edge = readEdge(resources);
  const errorPages = new Map(edge.config.CustomErrorResponses.map((each) => [each.ErrorCode, each]));
  const cachePolicies = readCachePolicies(resources);
  const errorTtl = new Map(
    edge.config.CustomErrorResponses.flatMap(({ ErrorCode, ErrorCachingMinTTL: ttl }) =>
      ttl === undefined ? [] : [[ErrorCode, ttl] as const],
    ),
  );
  const behaviours = [...edge.config.CacheBehaviors, edge.config.DefaultCacheBehavior].map(prepared);

  function prepared(behaviour: Behaviour) {
    const [association] = behaviour.FunctionAssociations;
    const edgeFunction = association && found(edge.functions, association.FunctionARN, 'edge function');
    return {
      pattern: pathPattern(behaviour.PathPattern),
      methods: new Set(behaviour.AllowedMethods),
      policy: behaviour.ResponseHeadersPolicyId
        ? withLocalBuckets(
            found(edge.headersPolicies, behaviour.ResponseHeadersPolicyId, 'response headers policy'),
            endpoint,
          )
        : undefined,
      run: edgeFunction && viewerRequestFunction(edgeFunction, edge),
      ask: cachedOrigin({
        policy: found(cachePolicies, behaviour.CachePolicyId, 'cache policy'),
        ask: originOf(behaviour),
        errorTtl,
        now: () => clock.now(),
      }),
    };
  }

  function originOf({ TargetOriginId, OriginRequestPolicyId }: Behaviour): Origin {
    const origin = edge.config.Origins.find(({ Id }) => Id === TargetOriginId);
    if (!origin) throw new Error(`The local edge cannot find the origin ${TargetOriginId}`);
    const bucket = edge.buckets.get(origin.DomainName);
    if (bucket !== undefined) {
      const bucketAnswer = siteBucket(
        edge.uploads.filter((upload) => upload.DestinationBucketName === bucket),
        assetPath,
      );
      return async (request) => bucketAnswer(request);
    }
    if (!origin.CustomOriginConfig || OriginRequestPolicyId !== allViewerExceptHost)
      throw new Error(`The local edge knows origins behind AllViewerExceptHostHeader only: not ${TargetOriginId}`);
    return (request) => api(forwarded(request, origin, edge.domainName));
  }

  async function answer(request: HttpRequest): Promise<HttpResponse> {
    const requestId = randomBytes(32).toString('base64url');
    const behaviour = behaviours.find(({ pattern }) => pattern.test(request.path));
    if (!behaviour?.methods.has(request.method))
      return withEdgeHeaders(edgeError(403, 'The request method is not allowed here.'), behaviour?.policy, requestId);
    const outcome: EdgeOutcome = behaviour.run ? await behaviour.run(request, requestId) : { request };
    if ('answer' in outcome) return withEdgeHeaders(answeredAtEdge(outcome.answer), behaviour.policy, requestId);
    const asked = outcome.request;
    if (asked.path === '/' && edge.config.DefaultRootObject !== '') asked.path += edge.config.DefaultRootObject;
    const got = await behaviour.ask(asked);
    const errorPage = errorPages.get(got.status);
    if (errorPage?.ResponsePagePath === undefined) return withEdgeHeaders(got, behaviour.policy, requestId);
    const page = await behaviour.ask({ ...asked, method: 'GET', path: errorPage.ResponsePagePath });
    return withEdgeHeaders({ ...page, status: errorPage.ResponseCode ?? got.status }, behaviour.policy, requestId);
  }

  return (incoming, response) => {
    if (isControl(incoming)) return control(incoming, response);
    readRequest(incoming, maxBodyBytes)
      .then(async (request) => writeResponse(response, await answer(request).catch(functionFailed), request.method))
      .catch(() => response.destroy());
  };
}

const isControl = ({ url = '/' }: IncomingMessage) => /^\/_local(?:[/?]|$)/.test(url);

/** In CloudFront's path patterns `*` matches any characters and `?` one. */
const pathPattern = (pattern: string) =>
  new RegExp(
    `^${(pattern.startsWith('/') || pattern === '*' ? pattern : `/${pattern}`)
      .replace(/[.+^${}()|[\]\\]/g, String.raw`\$&`)
      .replaceAll('*', '.*')
      .replaceAll('?', '.')}$`,
    's',
  );

/** Returns the request as the API receives it: with CloudFront's headers and the API's own host. */
function forwarded(request: HttpRequest, origin: TemplateOrigin, domainName: string): HttpRequest {
  const added: Header[] = [
    ['host', origin.DomainName],
    ['via', `1.1 ${domainName} (CloudFront)`],
    ['x-amz-cf-id', randomBytes(32).toString('base64url')],
    ...origin.OriginCustomHeaders.map(({ HeaderName, HeaderValue }): Header => [HeaderName.toLowerCase(), HeaderValue]),
  ];
  const replaced = new Set(added.map(([name]) => name));
  const addresses = request.headers.filter(([name]) => name === 'x-forwarded-for').map(([, value]) => value);
  return {
    ...request,
    sourceIp: edgeAddress,
    headers: [
      ...request.headers.filter(([name]) => !replaced.has(name) && name !== 'x-forwarded-for' && name !== 'connection'),
      ...added,
      ['x-forwarded-for', [...addresses, request.sourceIp].join(', ')],
    ],
  };
}

const withEdgeHeaders = (
  answer: HttpResponse,
  policy: Parameters<typeof withPolicy>[1],
  requestId: string,
): HttpResponse => ({
  ...answer,
  headers: [...withPolicy(answer.headers, policy), ['x-amz-cf-id', requestId]],
});

const edgeError = (status: number, message: string): HttpResponse => ({
  status,
  headers: [['content-type', 'text/html']],
  body: `<!DOCTYPE html><title>ERROR: The request could not be satisfied</title><h1>${status} ERROR</h1><p>${message}</p>`,
});

/** Returns the response when an edge function throws or returns an invalid result. */
const functionFailed = (error: unknown) =>
  edgeError(503, `The function at the edge failed: ${error instanceof Error ? error.name : 'no error'}.`);

function answeredAtEdge({
  statusCode,
  headers,
  cookies,
  body,
}: Extract<EdgeOutcome, { answer: unknown }>['answer']): HttpResponse {
  return {
    status: statusCode,
    headers: [
      ...headersOf(headers),
      ...headersOf(cookies).map(([name, value]): Header => ['set-cookie', `${name}=${value}`]),
    ],
    body: typeof body === 'string' ? body : Buffer.from(body.data, body.encoding === 'base64' ? 'base64' : 'utf8'),
  };
}

function found<Found>(among: ReadonlyMap<string, Found>, id: string, what: string): Found {
  const one = among.get(id);
  if (one === undefined) throw new Error(`The local edge cannot find the ${what} ${id}`);
  return one;
}
