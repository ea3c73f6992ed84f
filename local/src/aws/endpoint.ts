import { randomUUID } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { JsonObject } from '../cloud.ts';
import { objectOf, parseJson } from '../json.ts';
import { listen } from '../http/listen.ts';
import { isQuery, readQuery, refuseXml } from './query-protocol.ts';

/** What IAM asks for before an operation runs. */
export interface Need {
  action: string;
  resource: string;
}

export interface AwsRequest {
  operation: string;
  input: JsonObject;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** One AWS service behind the front. */
export interface Service {
  /** Undefined for an operation that the local cloud does not know; none for one that anybody may call. */
  needs(operation: string, input: JsonObject): Need[] | undefined;
  serve(request: AwsRequest, response: ServerResponse): void | Promise<void>;
  /** What anybody may read of it at an address, as a browser would. */
  document?(path: string): object | undefined;
  /** The status and the name of a refusal: each service has its own. */
  deniedStatus: number;
  deniedCode?: string;
}

/** Who a request's access key belongs to. */
export interface Caller {
  /** As AWS names the session of a role: `arn:aws:sts::…:assumed-role/<role>/<function>`. */
  name: string;
  allows(action: string, resource: string): boolean;
}

/** A call on its way to its service. */
export interface AwsCall extends AwsRequest {
  /** By the name that its signature carries. */
  service: string;
  /** Undefined where it came unsigned. */
  caller: Caller | undefined;
}

/** Stands between the front and its services, where tests make them fail: passes a call on, changed or not, or answers itself. */
export type Intercept = (call: AwsCall, response: ServerResponse, pass: Service['serve']) => void | Promise<void>;

interface FrontProps {
  /** By the name that signatures carry: `dynamodb`, `sqs`, `ssm`. */
  services: Record<string, Service>;
  /** The one that also takes unsigned calls, of operations that need nothing: Cognito. */
  unsigned?: Service;
  callerOf(accessKeyId: string): Caller | undefined;
  /** Told about what only a mistake in the product or in the local cloud can cause. */
  report(sentence: string): void;
  intercept?: Intercept | undefined;
}

export interface Front {
  origin: string;
  /** From now on requests are answered. */
  open(props: FrontProps): void;
  close(): Promise<void>;
}

/** The one address behind AWS_ENDPOINT_URL. Its origin is known before its services are, since queue addresses carry it. */
export async function startFront(): Promise<Front> {
  const server = createServer({ keepAliveTimeout: 60_000 });
  const origin = `http://127.0.0.1:${await listen(server)}`;
  return {
    origin,
    open: (props) => void server.on('request', (request, response) => void answer(request, response, props)),
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}

async function answer(request: IncomingMessage, response: ServerResponse, props: FrontProps) {
  const refuseAs = isQuery(request.headers) ? refuseXml : refuse;
  const serve = (service: Service, call: AwsCall) =>
    props.intercept
      ? props.intercept(call, response, (passed, onto) => service.serve(passed, onto))
      : service.serve(call, response);
  // The clock that functions see: the SDK takes another time for a wrong clock, and tries again what was refused for good.
  response.setHeader('date', new Date().toUTCString());
  try {
    const body = await buffer(request);
    const { accessKeyId, service: serviceName } = signatureOf(request.headers.authorization);
    const { operation, input } = isQuery(request.headers) ? readQuery(body.toString()) : readJson(request, body);
    const asked = { operation, input, headers: request.headers, body };
    if (!serviceName) {
      const document = request.method === 'GET' ? props.unsigned?.document?.(request.url ?? '') : undefined;
      if (document) return respond(response, document);
      if (props.unsigned?.needs(operation, input)?.length === 0)
        return await serve(props.unsigned, { ...asked, service: 'cognito-idp', caller: undefined });
      return refuseAs(response, 403, 'MissingAuthenticationTokenException', 'The request is not signed');
    }
    const caller = props.callerOf(accessKeyId);
    if (!caller) {
      return refuseAs(
        response,
        403,
        'UnrecognizedClientException',
        'The security token included in the request is invalid.',
      );
    }

    const service = props.services[serviceName];
    const needs = service?.needs(operation, input);
    if (!service || !needs) {
      props.report(`The local cloud does not know ${serviceName}:${operation}, which ${caller.name} called`);
      const sentence = `The local cloud does not know ${serviceName}:${operation}`;
      return refuseAs(response, 400, 'UnknownOperationException', sentence);
    }

    const denied = needs.find(({ action, resource }) => !caller.allows(action, resource));
    if (denied) {
      const sentence =
        `User: ${caller.name} is not authorized to perform: ${denied.action} on resource: ${denied.resource} ` +
        `because no identity-based policy allows the ${denied.action} action`;
      props.report(sentence);
      return refuseAs(response, service.deniedStatus, service.deniedCode ?? 'AccessDeniedException', sentence);
    }
    try {
      await serve(service, { ...asked, service: serviceName, caller });
    } catch (error) {
      props.report(`The local cloud cannot do ${serviceName}:${operation}: ${String(error)}`);
      throw error;
    }
  } catch (error) {
    // Half a request, whose sender is gone or is no SDK; or a stand-in that broke.
    if (!response.headersSent) refuseAs(response, 400, 'SerializationException', String(error));
  }
}

function readJson({ headers, url }: IncomingMessage, body: Buffer) {
  const target = String(headers['x-amz-target'] ?? url);
  return {
    operation: target.slice(target.lastIndexOf('.') + 1),
    input: objectOf(parseJson(body.toString() || '{}')),
  };
}

/** `AWS4-HMAC-SHA256 Credential=<key>/<day>/<region>/<service>/aws4_request, …`. The signature itself is not checked. */
function signatureOf(authorization = '') {
  const [, accessKeyId = '', service = ''] = /Credential=([^/]+)\/\d{8}\/[^/]+\/([^/]+)\//.exec(authorization) ?? [];
  return { accessKeyId, service };
}

/** An error as the JSON protocols of all our services carry it. */
export function refuse(response: ServerResponse, status: number, code: string, message: string): void {
  respond(response, { __type: `com.amazon.coral.service#${code}`, Message: message, message }, status);
}

export function respond(response: ServerResponse, output: unknown, status = 200): void {
  const body = JSON.stringify(output);
  response.writeHead(status, {
    'content-type': 'application/x-amz-json-1.0',
    'content-length': Buffer.byteLength(body),
    'x-amzn-requestid': randomUUID(),
  });
  response.end(body);
}
