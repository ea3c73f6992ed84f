import { createServer, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { listen } from '../../http/listen.ts';
import type { OutsideAnswer, AcceptedMessage } from './service.ts';
import { fakeServices } from './services.ts';

/** A message of a service, and the host that took it. */
export interface ChannelMessage extends AcceptedMessage {
  host: string;
  time: number;
}

const kept = 50;

/**
 * Starts the proxy through which the local notifier reaches the services of people's channels. It stands in for all of
 * them, with the documented sizes and rates of each, and shows what they took.
 */
export async function startChannels({ clock }: { clock: { now(): number } }) {
  const messages: ChannelMessage[] = [];
  const calls = new Map<string, number[]>();
  const server = createServer((request, response) => {
    answer(request)
      .then(({ status, body, headers }) =>
        typeof body === 'string'
          ? response.writeHead(status, { 'content-type': 'text/plain', ...headers }).end(body)
          : response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body)),
      )
      .catch(() => response.destroy());
  });

  async function answer(request: IncomingMessage): Promise<OutsideAnswer> {
    const body = await buffer(request);
    const url = URL.parse(request.url ?? '');
    const service = url && fakeServices.find((each) => each.isFor(url));
    if (!url || !service || request.method !== 'POST')
      return { status: 400, body: { error: 'not a request of a proxy' } };
    const now = clock.now();
    const { rate } = service;
    const address = `${url.host}${url.pathname}`;
    const recent = (calls.get(address) ?? []).filter((time) => time > now - rate.ms);
    if (recent.length >= rate.count) return service.tooMany;
    calls.set(address, [...recent, now]);
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
    const received = await service.receive({ url, body, headers });
    const { take } = received;
    if (take) {
      const replaced = messages.findIndex(
        ({ host, replaces }) => host === url.host && replaces !== undefined && replaces === take.replaces,
      );
      if (replaced >= 0) messages.splice(replaced, 1);
      messages.push({ ...take, host: url.host, time: now });
      messages.splice(0, messages.length - kept);
    }
    return received.answer;
  }

  const origin = `http://127.0.0.1:${await listen(server)}`;
  return {
    origin,
    /** Returns the latest messages, oldest first. */
    messages: () => messages,
    close: () =>
      new Promise<void>((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}
