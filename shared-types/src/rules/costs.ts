import { prices } from './prices.ts';

/** The usage of a month, as far as the site counts it. */
export interface MonthlyUsage {
  /** The part of the month that is over, from 0 to 1. */
  share: number;
  answers: number;
  models: {
    modelCode: string;
    inputTokens: number;
    outputTokens: number;
    pricePerMillion: { input: number; output: number } | null;
  }[];
  /** The number of pages read from the listing site. */
  pages: number;
  stacks: { stackName: string; hours: number; actions: number; hourlyPrice: number | null }[];
}

export interface CostLine {
  what: string;
  /** The amount as text, as in '1,200 pages'. */
  used: string;
  /** The cost in US dollars; null when the price is unknown. */
  cost: number | null;
}

/** A bill of three parts, each with its largest cost first. The total leaves out the lines without a price. */
export interface Costs {
  awsServices: CostLine[];
  models: CostLine[];
  servers: CostLine[];
  total: number;
}

/** The typical AWS usage of one unit of work, measured on the local cloud and rounded up. */
interface AwsUsage {
  functionCalls: number;
  gbSeconds: number;
  apiCalls: number;
  readUnits: number;
  writeUnits: number;
  queueCalls: number;
  transitions: number;
}

const gb = 0.5;

/** The worker runs two seconds: three reads, the site limiter, the cursor, the lease, and one or two changed houses. */
const page: AwsUsage = {
  functionCalls: 1,
  gbSeconds: 2 * gb,
  apiCalls: 0,
  readUnits: 8,
  writeUnits: 12,
  queueCalls: 4,
  transitions: 0,
};

/** The worker runs twenty seconds, and a browser polls once a second. Reserving and settling its spending writes 16 units. */
export const answer: AwsUsage = {
  functionCalls: 22,
  gbSeconds: 20 * gb + 21 * 0.05 * gb,
  apiCalls: 21,
  readUnits: 60,
  writeUnits: 61,
  queueCalls: 3,
  transitions: 0,
};

/** The workflow runs five minutes in steps of ten seconds, and a browser polls. */
const action: AwsUsage = {
  functionCalls: 90,
  gbSeconds: 90 * 0.3 * gb,
  apiCalls: 60,
  readUnits: 180,
  writeUnits: 150,
  queueCalls: 0,
  transitions: 70,
};

/** Returns the price at list prices. The monthly free tier is not subtracted. */
export function priceOf({
  functionCalls,
  gbSeconds,
  apiCalls,
  readUnits,
  writeUnits,
  queueCalls,
  transitions,
}: AwsUsage): number {
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

/**
 * The cost of a month apart from its use: the site, and a world of 0.5 GB with its archives and backups, which costs less
 * while the world is unused. bench/idle-cost.ts computes it from the template.
 */
export const monthlyCost = { site: 0.14, idleWorld: 0.15, playedWorld: 0.37 } as const;

const format = (number: number) => Math.round(number).toLocaleString('en-US');

const count = (number: number, one: string, many: string) =>
  `${format(number)} ${Math.round(number) === 1 ? one : many}`;

const sum = (numbers: number[]) => numbers.reduce((total, each) => total + each, 0);

/** Computes the bill of a month so far. */
export function computeCosts({ share, answers, models, pages, stacks }: MonthlyUsage): Costs {
  const worlds = sum(stacks.map(({ hours }) => (hours > 0 ? monthlyCost.playedWorld : monthlyCost.idleWorld)));
  const actions = sum(stacks.map((stack) => stack.actions));
  const awsServices = [
    {
      what: 'Storage and queues',
      used: `${Math.round(share * 100)}% of the month`,
      cost: monthlyCost.site * share,
    },
    {
      what: 'Worlds with their backups',
      used: `${count(stacks.length, 'world', 'worlds')}, ${Math.round(share * 100)}% of the month`,
      cost: worlds * share,
    },
    { what: 'Checking the listing site', used: count(pages, 'page', 'pages'), cost: pages * priceOf(page) },
    { what: 'Writing answers', used: count(answers, 'answer', 'answers'), cost: answers * priceOf(answer) },
    {
      what: 'Starting and stopping servers',
      used: count(actions, 'action', 'actions'),
      cost: actions * priceOf(action),
    },
  ];
  const ofModels = models.map(({ modelCode, inputTokens, outputTokens, pricePerMillion }) => ({
    what: modelCode,
    used: `${format(inputTokens)} in, ${format(outputTokens)} out`,
    cost: pricePerMillion && (inputTokens * pricePerMillion.input + outputTokens * pricePerMillion.output) / 1_000_000,
  }));
  const servers = stacks.map(({ stackName, hours, hourlyPrice }) => ({
    what: stackName,
    used: `${hours.toFixed(1)} hours`,
    cost: hourlyPrice && hours * hourlyPrice,
  }));
  const total = sum([...awsServices, ...ofModels, ...servers].map(({ cost }) => cost ?? 0));
  return {
    awsServices: awsServices.toSorted(dearestFirst),
    models: ofModels.toSorted(dearestFirst),
    servers: servers.toSorted(dearestFirst),
    total,
  };
}

/** Lines without a price stand last, because nobody knows their place. */
const dearestFirst = (one: CostLine, other: CostLine) => (other.cost ?? -1) - (one.cost ?? -1);
