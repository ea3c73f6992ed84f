import { once, EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { Refusal } from './refusal.ts';

/**
 * Responses in the background, by https://developers.openai.com/api/docs/guides/background: they are written without a
 * connection; `queued` and `in_progress` are the states to poll in; a stream that was asked for from the beginning can be read
 * again after the number of an event; a second cancellation returns the final response; only background responses can be cancelled.
 */
interface BackgroundJob {
  isStreamed: boolean;
  /** The event at each place has the place as its sequence number. */
  events: string[];
  /** The response as it is now. */
  state: object;
  status: string;
  changes: EventEmitter;
}

const isSettled = ({ status }: BackgroundJob) => status !== 'queued' && status !== 'in_progress';

const notFound = (id: string): Refusal => ({
  status: 404,
  type: 'invalid_request_error',
  code: null,
  message: `Response with id '${id}' not found.`,
});
const invalid = (message: string): Refusal => ({ status: 400, type: 'invalid_request_error', code: null, message });

export function backgroundJobs() {
  const jobs = new Map<string, BackgroundJob>();

  function settle(job: BackgroundJob, status: string, state: object) {
    job.status = status;
    job.state = state;
    job.changes.emit('change');
  }

  return {
    /** Starts a response. The function that is returned adds its events; false says that it is cancelled. */
    start(id: string, isStreamed: boolean, queued: object) {
      const changes = new EventEmitter().setMaxListeners(0);
      const job: BackgroundJob = { isStreamed, events: [], state: queued, status: 'queued', changes };
      jobs.set(id, job);
      return {
        add(events: string[]) {
          if (isSettled(job)) return false;
          job.events.push(...events);
          settle(job, 'in_progress', { ...job.state, status: 'in_progress' });
          return true;
        },
        complete(whole: object) {
          if (!isSettled(job)) settle(job, 'completed', whole);
        },
      };
    },

    /** Answers `GET /v1/responses/{id}`, or returns its refusal. `until` cuts the connection before this event. */
    async send(id: string, response: ServerResponse, query: URLSearchParams, until = Infinity) {
      const job = jobs.get(id);
      if (!job) return notFound(id);
      if (query.get('stream') !== 'true') {
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(job.state));
        return undefined;
      }
      if (!job.isStreamed) return invalid('This response was not created with stream=true, so it cannot be streamed.');
      response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' });
      response.flushHeaders();
      for (let next = Number(query.get('starting_after') ?? -1) + 1; !response.destroyed;) {
        if (next >= until) {
          response.destroy();
          return undefined;
        }
        const event = job.events[next];
        if (event !== undefined) {
          response.write(event);
          next += 1;
        } else if (isSettled(job)) break;
        else await once(job.changes, 'change');
      }
      response.end();
      return undefined;
    },

    cancel(id: string, response: ServerResponse) {
      const job = jobs.get(id);
      if (!job) return notFound(id);
      if (!isSettled(job)) settle(job, 'cancelled', { ...job.state, status: 'cancelled' });
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(job.state));
      return undefined;
    },

    statusOf: (id: string) => jobs.get(id)?.status,
    /** OpenAI keeps a stored response for 30 days. */
    expireAll: () => jobs.clear(),
  };
}
