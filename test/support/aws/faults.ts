import type { ServerResponse } from 'node:http';
import type { JsonObject } from 'local/json';
import { type AwsCall, type Intercept, refuse } from 'local/aws/endpoint';
import { sendRaw } from '../site/raw-request.ts';

/** What may become of a call to AWS. */
type Outcome =
  /** Refused for its frequency: nothing is done. */
  | 'throttled'
  /** 500: nothing is done. */
  | 'failed'
  /** 500, although it is done. */
  | 'failedAfter'
  /** Done, and the connection breaks before the answer. */
  | 'lost'
  /** Never answered: nothing is done. */
  | 'silent'
  /** Its condition is said not to hold: nothing is done. */
  | 'refused'
  /** A transaction is just writing the same row: nothing is done. */
  | 'conflict'
  /** Answered as the same question was answered before. Only where AWS may: a strongly consistent reading passes. */
  | 'stale'
  /** Done three times, as SQS may deliver: at once, and twice more a moment later. */
  | 'thrice'
  /** Done, and the function that asked dies before it hears of it. */
  | 'crash';

/** What happens to which call: at its first attempt, unless more are named. */
export interface Fault {
  outcome: Outcome;
  /** Beginning of the logical id of the function that asks. */
  by?: string;
  service?: string;
  operation?: string;
  /** Which calls, beyond what the names above say. */
  where?(call: AwsCall): boolean;
  /** From 1. */
  nth?: number;
  /** Only the first call of each kind: by one function, of one operation. */
  ofEachKind?: true;
  /** Only the first call at each place that is not among these, which it then is; see `placeOf`. */
  places?: Set<string>;
  /** With `places`: how many calls pass after each that it happens to. */
  apart?: number;
  /** How many attempts of the call it happens to: the SDK makes three. */
  attempts?: number;
}

interface Armed {
  fault: Fault;
  kinds: Set<string>;
  /** How many calls have still to pass. */
  passing: number;
  /** How often each call that fits was attempted, by the SDK's own id of it. */
  attempts: Map<string, number>;
  struck: string[];
}

interface FrontPorts {
  /** The logical id of the function that makes a call. */
  functionOf: (call: AwsCall) => string;
  crash: (functionId: string) => void;
}

type Raw = Awaited<ReturnType<typeof sendRaw>>;

/** Whatever is no reading changes something. */
export const isWrite = ({ operation }: Pick<AwsCall, 'operation'>) =>
  !/^(Get|BatchGet|TransactGet|Query|Scan|Describe|List)/.test(operation);

/** Marks a call that passes, whatever the script says. */
const undisturbed = 'x-undisturbed';

/** The service's own answer, kept from whoever asked. */
const reallyDo = ({ headers, body }: AwsCall) =>
  sendRaw(`http://${headers.host}`, {
    method: 'POST',
    path: '/',
    body,
    headers: { ...passedOn(headers), [undisturbed]: '1' },
  });

/** A front whose services fail by a script. */
export function faultyFront({ functionOf, crash }: FrontPorts) {
  let script: Armed[] = [];
  let remembers = false;
  const before = new Map<string, Raw>();

  function strikes(armed: Armed, call: AwsCall): boolean {
    const { fault, attempts, kinds, struck } = armed;
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
      if (armed.passing-- > 0 || fault.places.has(place)) return false;
      fault.places.add(place);
      armed.passing = fault.apart ?? 0;
    }
    kinds.add(kind);
    struck.push(kind);
    return true;
  }

  async function befall(outcome: Outcome, call: AwsCall, response: ServerResponse): Promise<void> {
    switch (outcome) {
      case 'throttled':
        return refuse(response, 400, 'ThrottlingException', 'Rate exceeded');
      case 'failed':
        return refuse(response, 500, 'InternalServerError', 'Something went wrong');
      case 'failedAfter':
        await reallyDo(call);
        return refuse(response, 500, 'InternalServerError', 'Something went wrong');
      case 'lost':
        await reallyDo(call);
        return void response.destroy();
      case 'silent':
        return;
      case 'refused':
        return refuseCondition(call, response, 'ConditionalCheckFailed');
      case 'conflict':
        return refuseCondition(call, response, 'TransactionConflict');
      case 'stale':
        return answer(response, before.get(questionOf(call)) ?? (await reallyDo(call)));
      case 'thrice': {
        const first = await reallyDo(call);
        for (const seconds of [1, 2]) await reallyDo(delayed(call, seconds));
        return answer(response, first);
      }
      case 'crash':
        await reallyDo(call);
        return crash(functionOf(call));
    }
  }

  const intercept: Intercept = async (call, response, pass) => {
    if (call.headers[undisturbed]) return pass(call, response);
    const armed = script.find((each) => strikes(each, call));
    if (armed) return befall(armed.fault.outcome, call, response);
    if (!remembers || !mayBeStale(call)) return pass(call, response);
    const found = await reallyDo(call);
    before.set(questionOf(call), found);
    return answer(response, found);
  };

  return {
    intercept,
    /** From now on answers are remembered, to be given again when they are stale. */
    remember: () => void (remembers = true),
    /** From now on these happen, and no others. */
    script(...faults: Fault[]) {
      script = faults.map((fault) => ({
        fault,
        attempts: new Map<string, number>(),
        kinds: new Set<string>(),
        passing: 0,
        struck: [],
      }));
    },
    /** What has happened by the script so far. */
    struck: () => script.flatMap((each) => each.struck),
  };
}

function isPossible(outcome: Outcome, call: AwsCall): boolean {
  if (outcome === 'stale') return mayBeStale(call);
  if (outcome === 'thrice') return call.operation === 'SendMessage';
  if (outcome === 'refused') return JSON.stringify(call.input).includes('"ConditionExpression"');
  if (outcome === 'conflict') return /^(Put|Update|Delete)Item$|^TransactWriteItems$/.test(call.operation);
  return true;
}

/** Where in the product a call is made: what kinds of rows it is about, what it does to them, and in which step. */
const placeOf = ({ input }: AwsCall) => JSON.stringify(input).match(placeNames)?.join(' ') ?? '';
const placeNames = /"[ps]k":\{"S":"[A-Z]+|"\w+Expression":"[^"]*"|\bstep\W+(?:N\W+)?\d|\/\d"/g;

const mayBeStale = ({ operation, input }: AwsCall) =>
  /^(GetItem|BatchGetItem|Query)$/.test(operation) && !JSON.stringify(input).includes('"ConsistentRead":true');

const questionOf = ({ operation, input }: AwsCall) => `${operation} ${JSON.stringify(input)}`;

function answer(response: ServerResponse, { status, headers, text }: Raw) {
  response.writeHead(status, headers).end(text);
}

/** A refusal as DynamoDB words it: for a single write, or for one part of a transaction. */
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
