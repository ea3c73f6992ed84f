import { prices } from 'shared-types/rules/prices';
import { row, sum, type Row } from '../row.ts';
import type { Reply } from './reply.ts';

const memoryGb = 0.5;
/** A poll reads the session and the message, and the function answers it within this time. */
const poll = { readUnits: 1.5, seconds: 0.03 };
/** What the first poll costs beside, when it is held for the whole time and looks at the message seven times. */
const hold = { readUnits: 7, seconds: 0.9 };

/** Returns the price of an answer of 2,000 tokens in US dollars: the worker that waits for it, its writes and reads, and the page's polls. */
function answerCost({ asked, seconds }: Reply): number {
  const { lambda, table, apiCall, edgeRequest, queueCall } = prices;
  const units = (isWrite: boolean) =>
    sum(
      asked
        .filter(({ operation }) => /^(Put|Update|Delete|TransactWrite)/.test(operation) === isWrite)
        .map((each) => each.units),
    );
  const worker = lambda.call + seconds * memoryGb * lambda.gbSecond + 3 * queueCall;
  const database = units(true) * table.writeUnit + units(false) * table.readUnit;
  const eachPoll =
    edgeRequest + apiCall + lambda.call + poll.seconds * memoryGb * lambda.gbSecond + poll.readUnits * table.readUnit;
  const held = hold.seconds * memoryGb * lambda.gbSecond + hold.readUnits * table.readUnit;
  return worker + database + seconds * eachPoll + held;
}

export function answerCostRow(reply: Reply, tokensPerSecond: number, maxDollars: number): Row {
  const cost = answerCost(reply);
  const what = `AWS cost of an answer of 2,000 tokens at ${tokensPerSecond} a second`;
  return row(10, what, `$${cost.toFixed(5)}`, `≤ $${maxDollars.toFixed(4)}`, cost <= maxDollars);
}
