import * as z from 'zod';
import type { News } from 'lambdas/platform/news/news';
import { newsReaders } from 'lambdas/platform/news/news-readers';
import { newsDesk } from 'lambdas/platform/news/tell-news';
import type { Mail, OutsideReply, OutsideRequest } from 'lambdas/notify/services/service';
import { notifyWorker, type WorkerPorts } from 'lambdas/notify/outbox/notify-worker';
import { feedKeeper } from 'lambdas/notify/people/feed-store';
import { isPublicUrl } from 'lambdas/platform/outside/post';
import type { HttpPorts } from 'lambdas/notify/routes';
import { type NotifyStore, notifyStore } from 'lambdas/notify/store';
import type { Table } from 'lambdas/platform/dynamodb/table';

export const accepted: OutsideReply = { status: 200, body: '{"code":0,"id":"1"}', retryAfter: undefined };

/** Creates a notifier on a table, with services and a clock that tests control. */
export function testNotify(table: Table) {
  const clock = { ms: Date.parse('2026-03-01T04:00:00Z') };
  const requests: OutsideRequest[] = [];
  const mails: Mail[] = [];
  const events: string[] = [];
  const service = { answer: (_request: OutsideRequest): OutsideReply => accepted };
  let ids = 0;
  let tokens = 0;
  const store = notifyStore(table);
  const disabled = new Set<string>();
  const gone = new Set<string>();
  const wake = async (newsId: string) => {
    events.push(newsId);
  };
  const ports: HttpPorts & WorkerPorts & { store: NotifyStore } = {
    store,
    news: newsDesk(table, wake),
    outside: {
      async post(request) {
        requests.push(request);
        return service.answer(request);
      },
      async mail(mail) {
        mails.push(mail);
        return { kind: 'accepted' };
      },
      pushKeys: () => store.getPushKeys(),
      keep: feedKeeper(store),
    },
    wait: async (ms) => {
      clock.ms += ms;
    },
    accounts: {
      stateOf: async (userId) => (gone.has(userId) ? 'gone' : disabled.has(userId) ? 'disabled' : 'active'),
    },
    origin: 'https://home.test',
    now: () => new Date(clock.ms),
    newId: () => `id-${++ids}`,
    isPublicUrl,
    newToken: () => Buffer.alloc(32, ++tokens).toString('base64url'),
    newCode: () => '012345',
  };
  const desk = { ...newsDesk(table, wake), ...newsReaders(table) };
  return { ports, disabled, gone, clock, requests, mails, events, service, desk, work: notifyWorker(ports) };
}

export type TestNotify = ReturnType<typeof testNotify>;

const Webhook = z.object({ data: z.object({ title: z.string() }) });

/** Returns the titles of the webhooks that were sent. */
export const titlesOf = ({ requests }: Pick<TestNotify, 'requests'>) =>
  requests.map(({ body }) => Webhook.parse(JSON.parse(String(body))).data.title);

export const channelIdOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

/** Returns news about one new house of a community. */
export const newsNumber = (number: number, { community = '1', atMs = 1 } = {}): News => ({
  newsId: `n-${String(number).padStart(6, '0')}`,
  tool: 'ljmonitor',
  userId: null,
  atMs,
  groups: [{ groupId: community, name: `小区${community}`, entries: [{ topic: 'new', title: `House <${number}>` }] }],
});
