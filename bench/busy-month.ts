import { answer, priceOf } from 'shared-types/rules/costs';
import { prices } from 'shared-types/rules/prices';

/** Pictures that were sent in a month. */
interface Pictures {
  count: number;
  gbEach: number;
}

/** A busy month of the chat. Half of the messages are questions. */
export const busyMonth = { pictures: { count: 1000, gbEach: 0.0005 }, messages: 10_000 } as const;

/** The reads of a picture by its provider and on screens. Their bytes leave S3 themselves, by addresses that it has signed. */
const readsOutside = 3;
/** The lifecycle of the bucket of uploads (infra/src/constructs/upload-bucket.ts) deletes an upload after a day, at the next midnight. */
const uploadDays = 2;
const daysAMonth = 30;

/** The calls for a picture: for the form of its upload, and for the addresses of its question. */
const calls = {
  functionCalls: 2,
  gbSeconds: 2 * 0.05 * 0.5,
  apiCalls: 2,
  readUnits: 1,
  writeUnits: 0,
  queueCalls: 0,
  transitions: 0,
};

/** Returns the parts of the cost of pictures in US dollars, without any free tier. */
export function pictureCost({ count, gbEach }: Pictures) {
  const { bucket } = prices;
  const gb = count * gbEach;
  return {
    sentOut: readsOutside * gb * bucket.gbOut,
    // It is posted, and copied to the bucket of files.
    written: 2 * count * bucket.write,
    // The check reads its beginning.
    read: (readsOutside + 1) * count * bucket.read,
    waiting: (gb * bucket.gbMonth * uploadDays) / daysAMonth,
    calls: count * priceOf(calls),
    apiGateway: count * calls.apiCalls * prices.apiCall,
    keptEachMonth: gb * bucket.gbMonth,
  };
}

/** Returns the cost of messages in US dollars, without any free tier, and the part of Lambda's computing in it. */
export const messageCost = (messages: number) => ({
  total: (messages / 2) * priceOf(answer),
  computing: (messages / 2) * answer.gbSeconds * prices.lambda.gbSecond,
});
