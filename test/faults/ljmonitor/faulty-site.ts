import { createServer, type Server, type ServerResponse } from 'node:http';
import { listingSite } from 'lambdas/ljmonitor/listing-site/listing-site';
import { newResblock } from 'lambdas/ljmonitor/communities/community';
import { lianjia } from 'lambdas/ljmonitor/listing-site/lianjia/lianjia';
import { listen } from 'local/http/listen';
import { demoId, demoPages } from './demo-pages.ts';
import { houses, refresh } from '../../unit/lambdas/ljmonitor/support/tracked-communities.ts';
import { type Database, newTestMonitor } from '../../unit/lambdas/ljmonitor/support/monitor-environment.ts';

const hour = 3_600_000;
const html = { 'content-type': 'text/html; charset=utf-8' };

/** The site's answer to a request for one page. */
export type Answer = (response: ServerResponse, page: number) => unknown;

/** Three pages with three houses each. */
export const goodPages = demoPages().map((page) => Buffer.from(page));

export const status =
  (code: number): Answer =>
  (response) =>
    response.writeHead(code, { 'content-type': 'text/html' }).end('no');

export const page =
  (body: string | Buffer, headers = {}): Answer =>
  (response) =>
    response.writeHead(200, { ...html, ...headers }).end(body);

export const elsewhere =
  (to: () => string): Answer =>
  (response) =>
    response.writeHead(302, { location: to() }).end();

/** Answers with a page whose text was changed. */
export const withChangedText =
  (spoil: (text: string) => string): Answer =>
  (response, number) =>
    response.writeHead(200, html).end(spoil(String(goodPages[number - 1])));

export const originOf = (server: Server) => {
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
};

/** Starts a monitor with the real client, and a site whose answers can fail. It has read one community of nine houses. */
export async function startFaultySite(database: Database) {
  const monitor = await newTestMonitor(database);
  let answers: Record<number, Answer> = {};
  const server = createServer(({ url = '' }, response) => {
    const number = Number(/pg(\d+)c/.exec(url)?.[1] ?? 1);
    const answer = answers[number] ?? page(goodPages[number - 1] ?? '');
    answer(response, number);
  });
  await listen(server);
  const reader = listingSite(lianjia, originOf(server), { now: monitor.ports.now });
  // A busy machine must not turn a slow answer into a timeout.
  monitor.ports.site = { ...reader, page: (resblockId, number) => reader.page(resblockId, number, 4000) };
  await monitor.ports.store.addResblock(newResblock(demoId, undefined, 0, monitor.ports.now()));
  await refresh(monitor);

  return {
    monitor,
    houses: () => houses(monitor, demoId),
    /** Refreshes with these answers, after the circuit breaker of the refresh before has closed. */
    async refreshWith(faulty: Record<number, Answer>) {
      monitor.clock.ms += 25 * hour;
      answers = faulty;
      const after = await refresh(monitor);
      answers = {};
      return { status: after, resblock: await monitor.ports.store.findResblock(demoId) };
    },
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}
export type FaultySite = Awaited<ReturnType<typeof startFaultySite>>;
