import { prices } from './prices.ts';

/** What was used in a month, as far as the site counts it. */
export interface Use {
  /** How much of the month is over: from 0 to 1. */
  share: number;
  answers: number;
  models: {
    modelCode: string;
    inputTokens: number;
    outputTokens: number;
    pricePerMillion: { input: number; output: number } | null;
  }[];
  /** Of the listing site. */
  pages: number;
  stacks: { stackName: string; hours: number; actions: number; hourlyPrice: number | null }[];
}

export interface CostLine {
  what: string;
  /** As in '1,200 pages'. */
  used: string;
  /** US dollars; null when nobody has said what it takes. */
  cost: number | null;
}

/** A bill of three parts, and what it comes to without the lines that have no price. */
export interface Costs {
  plumbing: CostLine[];
  models: CostLine[];
  servers: CostLine[];
  total: number;
}

/** What AWS does for one of something, typically: seen on the local cloud and rounded up. */
interface Work {
  functionCalls: number;
  gbSeconds: number;
  apiCalls: number;
  readUnits: number;
  writeUnits: number;
  queueCalls: number;
  transitions: number;
}

const gb = 0.5;

/** A worker of two seconds: three reads, the gate, the cursor, the lease, and a changed house or two. */
const page: Work = {
  functionCalls: 1,
  gbSeconds: 2 * gb,
  apiCalls: 0,
  readUnits: 8,
  writeUnits: 12,
  queueCalls: 4,
  transitions: 0,
};

/** A worker of twenty seconds, and a browser that asks for its words each of them. */
const answer: Work = {
  functionCalls: 22,
  gbSeconds: 20 * gb + 21 * 0.05 * gb,
  apiCalls: 21,
  readUnits: 60,
  writeUnits: 45,
  queueCalls: 3,
  transitions: 0,
};

/** Five minutes in steps of ten seconds, watched by a browser. */
const action: Work = {
  functionCalls: 90,
  gbSeconds: 90 * 0.3 * gb,
  apiCalls: 60,
  readUnits: 180,
  writeUnits: 150,
  queueCalls: 0,
  transitions: 70,
};

/** At list prices: what AWS gives away each month is left to the reader as a pleasant surprise. */
function priceOf({ functionCalls, gbSeconds, apiCalls, readUnits, writeUnits, queueCalls, transitions }: Work): number {
  return (
    functionCalls * prices.lambda.call +
    gbSeconds * prices.lambda.gbSecond +
    apiCalls * (prices.apiCall + prices.edgeRequest) +
    readUnits * prices.table.readUnit +
    writeUnits * prices.table.writeUnit +
    queueCalls * prices.queueCall +
    transitions * prices.transition
  );
}

/** A month in which nobody looks, with a world of a gigabyte: bench/idle-cost.ts reckons it from the template. */
export const idleMonth = 0.42;

const count = (number: number, one: string, many: string) =>
  `${Math.round(number).toLocaleString('en-US')} ${Math.round(number) === 1 ? one : many}`;

const sum = (numbers: number[]) => numbers.reduce((total, each) => total + each, 0);

/** The bill of a month so far: counts times prices. */
export function costsOf({ share, answers, models, pages, stacks }: Use): Costs {
  const actions = sum(stacks.map((stack) => stack.actions));
  const plumbing = [
    {
      what: 'Storage, backups, queues',
      used: `${Math.round(share * 100)} % of the month`,
      cost: idleMonth * share,
    },
    { what: 'Reading the listing site', used: count(pages, 'page', 'pages'), cost: pages * priceOf(page) },
    { what: 'Writing answers', used: count(answers, 'answer', 'answers'), cost: answers * priceOf(answer) },
    {
      what: 'Starting and stopping servers',
      used: count(actions, 'action', 'actions'),
      cost: actions * priceOf(action),
    },
  ];
  const ofModels = models.map(({ modelCode, inputTokens, outputTokens, pricePerMillion }) => ({
    what: modelCode,
    used: `${count(inputTokens, 'token', 'tokens')} in, ${count(outputTokens, 'token', 'tokens')} out`,
    cost: pricePerMillion && (inputTokens * pricePerMillion.input + outputTokens * pricePerMillion.output) / 1_000_000,
  }));
  const servers = stacks.map(({ stackName, hours, hourlyPrice }) => ({
    what: stackName,
    used: `${hours.toFixed(1)} hours`,
    cost: hourlyPrice && hours * hourlyPrice,
  }));
  const total = sum([...plumbing, ...ofModels, ...servers].map(({ cost }) => cost ?? 0));
  return { plumbing, models: ofModels, servers, total };
}
