import type { ServerResponse } from 'node:http';
import type { JsonObject } from 'local/json';
import { type AwsCall, type Intercept, refuse } from 'local/aws/endpoint';
import { sendRaw } from '../site/raw-request.ts';

/** A fault of a call to AWS. */
type FaultKind =
  /** Throttled, without effect. */
  | 'throttled'
  /** Answered with 500, without effect. */
  | 'failed'
  /** Answered with 500, although it takes effect. */
  | 'failedAfter'
  /** Takes effect, and the connection breaks before the answer. */
  | 'lost'
  /** Never answered, without effect. */
  | 'silent'
  /** Answered as if its condition did not hold, without effect. */
  | 'refused'
  /** Answered with a conflict with another transaction, without effect. */
  | 'conflict'
  /** Answered with an earlier answer to the same read. A strongly consistent read passes. */
  | 'stale'
  /** Takes effect three times, as SQS may deliver: at once, and twice a moment later. */
  | 'thrice'
  /** Takes effect, and the calling function crashes before the answer. */
  | 'crash';

/** A fault and the calls that it applies to, at their first attempt unless `attempts` is given. */
export interface Fault {
  outcome: FaultKind;
  /** The beginning of the logical id of the calling function. */
  by?: string;
  service?: string;
  operation?: string;
  /** Narrows down the calls further. */
  where?(call: AwsCall): boolean;
  /** Applies to the nth matching call only, from 1. */
  nth?: number;
  /** Applies to the first call of each operation by each function. */
  ofEachKind?: true;
  /** Applies once per call site (see `placeOf`): skips the sites in this set and adds the one that it applies to. */
  places?: Set<string>;
  /** With `places`, the number of calls that pass between two faults. */
  apart?: number;
  /** With `places`, the number of faults in one run. */
  atMost?: number;
  /** The number of failing attempts of a call. The SDK makes three. */
  attempts?: number;
}

interface Armed {
  fault: Fault;
  kinds: Set<string>;
  /** The number of calls that still pass. */
  passing: number;
  /** The number of attempts of each matching call, by the SDK's invocation id. */
  attempts: Map<string, number>;
  failed: string[];
}

interface EndpointPorts {
  /** The logical id of the function that makes a call. */
  functionOf: (call: AwsCall) => string;
  crash: (functionId: string) => void;
}

type Raw = Awaited<ReturnType<typeof sendRaw>>;

/** Every operation that does not read counts as a write. */
export const isWrite = ({ operation }: Pick<AwsCall, 'operation'>) =>
  !/^(Get|BatchGet|TransactGet|Query|Scan|Describe|List)/.test(operation);

/** Marks a call that passes without faults. */
const withoutFaults = 'x-without-faults';

/** Makes the call, and keeps the answer from the caller. */
const makeCall = ({ headers, body }: AwsCall) =>
  sendRaw(`http://${headers.host}`, {
    method: 'POST',
    path: '/',
    body,
    headers: { ...passedOn(headers), [withoutFaults]: '1' },
  });

/** Starts an AWS endpoint whose calls fail by a script. */
export function faultyEndpoint({ functionOf, crash }: EndpointPorts) {
  let script: Armed[] = [];
  let remembers = false;
  const before = new Map<string, Raw>();

  function applies(armed: Armed, call: AwsCall): boolean {
    const { fault, attempts, kinds, failed } = armed;
    const fits =
      functionOf(call).startsWith(fault.by ?? '') &&
      (fault.service ?? call.service) === call.service &&
      (fault.operation ?? call.operation) === call.operation &&
      (fault.where?.(call) ?? true);
    if (!fits || !isPossible(fault.outcome, call)) return false;
    const id = String(call.headers['amz-sdk-invocation-id']);
    const made = attempts.get(id) ?? 0;
    attempts.set(id, made + 1);
    const nth = [...attempts.keys()].indexOf(id) + 1;
    if (nth !== (fault.nth ?? nth) || made >= (fault.attempts ?? 1)) return false;
    const kind = `${functionOf(call)} ${call.service}:${call.operation}`;
    if (fault.ofEachKind && made === 0 && kinds.has(kind)) return false;
    if (fault.places && made === 0) {
      const place = `${kind} ${placeOf(call)}`;
      if (failed.length === fault.atMost || armed.passing-- > 0 || fault.places.has(place)) return false;
      fault.places.add(place);
      armed.passing = fault.apart ?? 0;
    }
    kinds.add(kind);
    failed.push(kind);
    return true;
  }

  async function injectFault(outcome: FaultKind, call: AwsCall, response: ServerResponse): Promise<void> {
    switch (outcome) {
      case 'throttled':
        return refuse(response, 400, 'ThrottlingException', 'Rate exceeded');
      case 'failed':
        return refuse(response, 500, 'InternalServerError', 'Something went wrong');
      case 'failedAfter':
        await makeCall(call);
        return refuse(response, 500, 'InternalServerError', 'Something went wrong');
      case 'lost':
        await makeCall(call);
        return void response.destroy();
      case 'silent':
        return;
      case 'refused':
        return refuseCondition(call, response, 'ConditionalCheckFailed');
      case 'conflict':
        return refuseCondition(call, response, 'TransactionConflict');
      case 'stale':
        return answer(response, before.get(questionOf(call)) ?? (await makeCall(call)));
      case 'thrice': {
        const first = await makeCall(call);
        for (const seconds of [1, 2]) await makeCall(delayed(call, seconds));
        return answer(response, first);
      }
      case 'crash':
        await makeCall(call);
        return crash(functionOf(call));
    }
  }

  const intercept: Intercept = async (call, response, pass) => {
    if (call.headers[withoutFaults]) return pass(call, response);
    const armed = script.find((each) => applies(each, call));
    if (armed) return injectFault(armed.fault.outcome, call, response);
    if (!remembers || !mayBeStale(call)) return pass(call, response);
    const found = await makeCall(call);
    before.set(questionOf(call), found);
    return answer(response, found);
  };

  return {
    intercept,
    /** Records all answers from now on, for the stale ones. */
    remember: () => void (remembers = true),
    /** Replaces the faults. */
    script(...faults: Fault[]) {
      script = faults.map((fault) => ({
        fault,
        attempts: new Map<string, number>(),
        kinds: new Set<string>(),
        passing: 0,
        failed: [],
      }));
    },
    /** Returns the calls that have failed by the script. */
    failed: () => script.flatMap((each) => each.failed),
  };
}

function isPossible(outcome: FaultKind, call: AwsCall): boolean {
  if (outcome === 'stale') return mayBeStale(call);
  if (outcome === 'thrice') return call.operation === 'SendMessage';
  if (outcome === 'refused') return JSON.stringify(call.input).includes('"ConditionExpression"');
  if (outcome === 'conflict') return /^(Put|Update|Delete)Item$|^TransactWriteItems$/.test(call.operation);
  return true;
}

/** Identifies the call site in the product: the kinds of items, the change, and the step. */
const placeOf = ({ input }: AwsCall) => JSON.stringify(input).match(placeNames)?.join(' ') ?? '';
const placeNames = /"[ps]k":\{"S":"[A-Z]+|"\w+Expression":"[^"]*"|\bstep\W+(?:N\W+)?\d|\/\d"/g;

const mayBeStale = ({ operation, input }: AwsCall) =>
  /^(GetItem|BatchGetItem|Query)$/.test(operation) && !JSON.stringify(input).includes('"ConsistentRead":true');

const questionOf = ({ operation, input }: AwsCall) => `${operation} ${JSON.stringify(input)}`;

function answer(response: ServerResponse, { status, headers, text }: Raw) {
  response.writeHead(status, headers).end(text);
}

/** Answers as DynamoDB does to a failed condition, of a single write or of one part of a transaction. */
function refuseCondition({ input }: AwsCall, response: ServerResponse, code: string) {
  const { TransactItems: items } = input;
  if (!Array.isArray(items)) {
    const name = code === 'TransactionConflict' ? 'TransactionConflictException' : `${code}Exception`;
    return refuse(response, 400, name, 'The conditional request failed');
  }
  const refused = Math.max(
    0,
    items.findIndex((item) => JSON.stringify(item).includes('"ConditionExpression"')),
  );
  const CancellationReasons = items.map((_, index) => ({ Code: index === refused ? code : 'None' }));
  const body = { __type: 'com.amazonaws.dynamodb.v20120810#TransactionCanceledException', CancellationReasons };
  response.writeHead(400, { 'content-type': 'application/x-amz-json-1.0' }).end(JSON.stringify(body));
}

function delayed(call: AwsCall, seconds: number): AwsCall {
  const input: JsonObject = { ...call.input, DelaySeconds: Number(call.input['DelaySeconds'] ?? 0) + seconds };
  return { ...call, input, body: Buffer.from(JSON.stringify(input)) };
}

function passedOn(headers: AwsCall['headers']): Record<string, string> {
  const left = new Set(['host', 'connection', 'content-length', 'transfer-encoding']);
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (left.has(name) ? [] : [[name, String(value)]])),
  );
}
