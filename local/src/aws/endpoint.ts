import { randomUUID } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { JsonObject } from '../json.ts';
import { objectOf, parseJson } from '../json.ts';
import { listen } from '../http/listen.ts';
import { credentialOfForm, keyOfForm, type PostForm, readPostForm } from './s3/post-form.ts';
import { credentialOf, objectOperations } from './s3/presigned.ts';
import { isQuery, readQuery, refuseXml } from './query-protocol.ts';

/** A permission that IAM demands before an operation runs. */
export interface RequiredPermission {
  action: string;
  resource: string;
  /** The keys of the partitions whose items are read or written, as far as the service tells IAM about them. */
  partitions?: string[];
}

export interface AwsRequest {
  operation: string;
  input: JsonObject;
  headers: IncomingHttpHeaders;
  body: Buffer;
  /** The form that a browser posts to S3. */
  form?: PostForm | undefined;
}

/** One AWS service behind the endpoint. */
export interface Service {
  /** Returns undefined when the operation is not imitated, empty when it needs no permission. */
  requiredPermissions(operation: string, input: JsonObject): RequiredPermission[] | undefined;
  serve(request: AwsRequest, response: ServerResponse): void | Promise<void>;
  /** Calls that are not signed go to this service when they need no permission. Only Cognito takes them. */
  takesUnsigned?: true;
  /**
   * Returns a document that everyone may read at a path, such as the public keys of a user pool, or the answer to the
   * link of a mail.
   */
  document?(path: string): object | undefined;
  /** Adds the headers that let a page of another origin read the answer. Returns whether it has answered, as it does a preflight. */
  answerOtherOrigin?(method: string, target: string, headers: IncomingHttpHeaders, response: ServerResponse): boolean;
  /** Each service has its own status and error code for a denied call. */
  deniedStatus: number;
  deniedCode?: string;
}

/** The owner of a request's access key. */
export interface Caller {
  /** The name of the role's session: `arn:aws:sts::…:assumed-role/<role>/<function>`. */
  name: string;
  allows(action: string, resource: string, partitions?: string[]): boolean;
}

/** A call on its way to its service. */
export interface AwsCall extends AwsRequest {
  /** The name that the signature carries. */
  service: string;
  /** Undefined for an unsigned call. */
  caller: Caller | undefined;
}

/** Receives each call before its service. It passes the call on, changed or not, or answers it itself. Tests inject faults here. */
export type Intercept = (call: AwsCall, response: ServerResponse, pass: Service['serve']) => void | Promise<void>;

interface EndpointProps {
  /** The services by the name that signatures carry: `dynamodb`, `sqs`, `ssm`. */
  services: Record<string, Service>;
  callerOf(accessKeyId: string): Caller | undefined;
  /** Reports a problem that only a mistake in the product or in the local cloud can cause. */
  report(sentence: string): void;
  intercept?: Intercept | undefined;
}

export interface AwsEndpoint {
  origin: string;
  /** Starts to answer requests. */
  open(props: EndpointProps): void;
  close(): Promise<void>;
}

/**
 * Starts the one server behind AWS_ENDPOINT_URL. It listens before its services exist, because queue addresses carry
 * its origin.
 */
export async function startEndpoint(): Promise<AwsEndpoint> {
  const server = createServer();
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

async function answer(request: IncomingMessage, response: ServerResponse, props: EndpointProps) {
  const refuseAs = isQuery(request.headers) ? refuseXml : refuse;
  const serve = (service: Service, call: AwsCall) =>
    props.intercept
      ? props.intercept(call, response, (passed, onto) => service.serve(passed, onto))
      : service.serve(call, response);
  // The date follows the product's clock. With another date the SDK would assume a wrong clock and retry refused calls.
  response.setHeader('date', new Date().toUTCString());
  try {
    const body = await buffer(request);
    const { method = '', url: target = '', headers } = request;
    if (headers.origin !== undefined)
      for (const service of Object.values(props.services))
        if (service.answerOtherOrigin?.(method, target, headers, response) === true) return;
    const form = await readPostForm(method, headers, body);
    const presigned = form ? credentialOfForm(form) : credentialOf(target);
    const { accessKeyId, service: serviceName } = presigned ?? signatureOf(headers.authorization);
    const { operation, input } = form
      ? { operation: 'PostObject', input: { method, target, key: keyOfForm(form) } }
      : presigned
        ? readPresigned(request, target)
        : isQuery(headers)
          ? readQuery(body.toString())
          : readJson(request, body);
    const call = { operation, input, headers, body, form };
    if (!serviceName) {
      const [name, open] = Object.entries(props.services).find(([, { takesUnsigned }]) => takesUnsigned) ?? [];
      const asked = request.method === 'GET' ? Object.values(props.services) : [];
      const [document] = asked.flatMap((service) => service.document?.(request.url ?? '') ?? []);
      if (document) return respond(response, document);
      if (name !== undefined && open?.requiredPermissions(operation, input)?.length === 0)
        return await serve(open, { ...call, service: name, caller: undefined });
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
    const permissions = service?.requiredPermissions(operation, input);
    if (!service || !permissions) {
      props.report(`The local cloud does not know ${serviceName}:${operation}, which ${caller.name} called`);
      const sentence = `The local cloud does not know ${serviceName}:${operation}`;
      return refuseAs(response, 400, 'UnknownOperationException', sentence);
    }

    const denied = permissions.find(({ action, resource, partitions }) => !caller.allows(action, resource, partitions));
    if (denied) {
      const sentence =
        `User: ${caller.name} is not authorized to perform: ${denied.action} on resource: ${denied.resource} ` +
        `because no identity-based policy allows the ${denied.action} action`;
      props.report(sentence);
      return refuseAs(response, service.deniedStatus, service.deniedCode ?? 'AccessDeniedException', sentence);
    }
    try {
      await serve(service, { ...call, service: serviceName, caller });
    } catch (error) {
      props.report(`The local cloud cannot do ${serviceName}:${operation}: ${String(error)}`);
      throw error;
    }
  } catch (error) {
    // The request is incomplete or was not sent by an SDK, or a service failed.
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

function readPresigned({ method = '', headers }: IncomingMessage, target: string) {
  const source = headers['x-amz-copy-source'];
  const isCopy = method === 'PUT' && typeof source === 'string';
  return {
    operation: isCopy ? 'CopyObject' : (objectOperations[method] ?? method),
    input: { method, target, ...(isCopy && { source }) },
  };
}

/**
 * Reads `AWS4-HMAC-SHA256 Credential=<key>/<day>/<region>/<service>/aws4_request, …`. The signature itself is not
 * checked.
 */
function signatureOf(authorization = '') {
  const [, accessKeyId = '', service = ''] = /Credential=([^/]+)\/\d{8}\/[^/]+\/([^/]+)\//.exec(authorization) ?? [];
  return { accessKeyId, service };
}

/** Sends an error as all JSON protocols of AWS do. */
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
