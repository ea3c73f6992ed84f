import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { configure, render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router-dom';

// A busy machine needs longer than the default of one second.
configure({ asyncUtilTimeout: 20_000 });

/** jsdom lays nothing out, so no size ever changes. */
class IdleResizeObserver implements ResizeObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}

/** The response of a call. The status is 200 unless another one is given. */
interface Answer {
  status?: number;
  body?: unknown;
  /** The bytes of a file. */
  bytes?: Uint8Array<ArrayBuffer>;
}

export interface RenderOptions {
  /** The address of the page, and what its entry in the history holds. */
  path?: string | { pathname: string; search?: string; state: object };
  /** By method and address, as in 'GET /api/chat/models'. A function answers each call anew. A call without an answer stays pending. */
  answers?: Record<string, Answer | Promise<Answer> | (() => Promise<Answer>)>;
}

interface Sent {
  call: string;
  body: unknown;
}

/** Renders a component with the app's providers, and returns the calls that it makes, and the cache of their answers. */
export function renderPart(part: ReactNode, { path = '/', answers = {} }: RenderOptions = {}) {
  const sent: Sent[] = [];
  const fetch = async (address: string, { method = 'GET', body }: { method?: string; body?: string } = {}) => {
    const call = `${method} ${address}`;
    sent.push({ call, body: body === undefined ? undefined : JSON.parse(body) });
    const found = answers[call] ?? new Promise<Answer>(() => {});
    const answer = await (typeof found === 'function' ? found() : found);
    const { status = 200, body: json, bytes } = answer;
    return {
      ok: status < 400,
      status,
      headers: new Map(),
      json: () => Promise.resolve(json),
      arrayBuffer: () => Promise.resolve(bytes),
    };
  };
  Object.assign(globalThis, { fetch, ResizeObserver: IdleResizeObserver });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false }, mutations: { retry: false } } });
  const view = render(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={[path]}>{part}</MemoryRouter>
    </QueryClientProvider>,
  );
  return { ...view, sent, client };
}
