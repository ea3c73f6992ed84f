import type { Context } from 'aws-lambda';
import { withLogFields } from '../log.ts';

/** Serves events that come from no queue. Every line of the log names the invocation. */
export const eventHandler =
  <Result>(work: (event: unknown) => Promise<Result>) =>
  (event: unknown, { awsRequestId: requestId }: Pick<Context, 'awsRequestId'>): Promise<Result> =>
    withLogFields({ requestId }, () => work(event));
