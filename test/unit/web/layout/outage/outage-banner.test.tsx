/** @jest-environment jsdom */
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { onlineManager, useMutation, useQuery } from '@tanstack/react-query';
import { act, fireEvent, screen } from '@testing-library/react';
import { ApiError } from 'web/api/api-error';
import { retryInterval } from 'web/api/query-client';
import { sessionQuery } from 'web/api/session';
import { retryRefused } from 'web/api/retry';
import { OutageBanner } from 'web/layout/outage/outage-banner.tsx';
import { renderPart } from '../../../../support/browser/render.tsx';

/** The server gives these statuses one after the other. It does not respond where the list has a 0. */
let status = 200;
let refused = (_name: string) => false;
const load = jest.fn<(name: string) => void>();

/** The part with this name has no response before the promise ends. */
let held: { name: string; until: Promise<void> } | undefined;

async function respond(name: string) {
  load(name);
  if (held?.name === name) await held.until;
  const error = new ApiError({
    status: status === 200 ? 0 : status,
    errorCode: 'network',
    message: 'no response',
    requestId: null,
  });
  if (status === 200 && !refused(name)) return name;
  throw error;
}

function Part({ name }: { name: string }) {
  const { data } = useQuery({
    queryKey: [name],
    meta: { part: `the ${name}` },
    queryFn: () => respond(name),
    refetchInterval: retryInterval,
    networkMode: 'always',
  });
  const { mutate } = useMutation({ mutationFn: () => respond('save') });
  return (
    <>
      <p>{data}</p>
      <button onClick={() => mutate()}>save {name}</button>
    </>
  );
}

function Session() {
  useQuery(sessionQuery);
  return null;
}

async function show(names = ['houses', 'summary']) {
  const view = renderPart(
    <>
      <OutageBanner />
      {names.map((name) => (
        <Part key={name} name={name} />
      ))}
    </>,
  );
  await pass(0);
  load.mockClear();
  const reload = async () => {
    await act(() => view.client.refetchQueries());
    await pass(0);
  };
  return { ...view, reload };
}
const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
const retry = () => {
  fireEvent.click(screen.getByRole('button', { name: 'Retry now' }));
  return pass(0);
};
const save = (each: number) => {
  status = each;
  fireEvent.click(screen.getByRole('button', { name: 'save houses' }));
  return pass(0);
};
const says = () => screen.getByRole('status').textContent;
const setOnline = (isOnline: boolean) => {
  jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline);
  act(() => void window.dispatchEvent(new Event(isOnline ? 'online' : 'offline')));
};

beforeEach(() => {
  refused = () => false;
  held = undefined;
  jest.useFakeTimers({ now: new Date('2026-11-23T11:02:00') });
  status = 200;
});

afterEach(() => {
  setOnline(true);
  onlineManager.setOnline(true);
  jest.restoreAllMocks();
  jest.useRealTimers();
});

describe('the banner of an outage', () => {
  it.each([0, 500, 503])(
    'shows when calls fail in a row with %d, beside what was loaded, until one succeeds',
    async (each) => {
      const { reload, container } = await show();
      expect(says()).toBe('');
      await pass(600_000);
      status = each;
      await reload();
      expect(says()).toBe('The site is not responding.');
      expect(container.textContent).toContain('Showing what was loaded at 11:02. Next try in 5 s.');
      expect(screen.getByText('houses')).toBeTruthy();
      status = 200;
      await pass(5_000);
      expect(says()).toBe('');
      expect(container.textContent).not.toContain('Showing');
    },
  );

  it('counts down to the next try, and adds no requests to those of the failed queries', async () => {
    const { reload, container } = await show();
    status = 503;
    await reload();
    load.mockClear();
    await pass(3_000);
    expect(container.textContent).toContain('Next try in 2 s.');
    await pass(2_000);
    expect(container.textContent).toContain('Next try in 5 s.');
    await pass(55_000);
    expect(load).toHaveBeenCalledTimes(2 * 12);
  });

  it('is not shown for one failure, a refusal, or failures with a response between', async () => {
    await show(['houses']);
    await save(503);
    expect(says()).toBe('');
    await save(404);
    await save(503);
    expect(says()).toBe('');
    await save(200);
    await save(503);
    expect(says()).toBe('');
    await save(503);
    expect(says()).toBe('The site is not responding.');
  });

  it.each([
    ['was not loaded before', ['session', 'houses'], 'session', 'This page is not stored on this device. '],
    [
      'has gaps',
      ['session', 'houses', 'summary'],
      'houses',
      'Showing what was loaded at 11:02. Not loaded: the summary. ',
    ],
  ])('says that a page %s, whoever is signed in', async (_, names, loaded, text) => {
    refused = (name) => name !== 'session' && name !== loaded;
    const { container } = await show(names);
    setOnline(false);
    expect(container.textContent).toContain(`You are offline.${text}`);
  });

  it('is shown as soon as it is not known who is signed in', async () => {
    const gatewayAnswer = { status: 502, body: undefined };
    renderPart(
      <>
        <OutageBanner />
        <Session />
      </>,
      { answers: { 'GET /api/auth/session': gatewayAnswer } },
    );
    await pass(0);
    expect(says()).toBe('');
    // The first attempt is repeated after 0.3 seconds. That one failed, too.
    await pass(500);
    expect(says()).toBe('The site is not responding.');
    await pass(10_000);
    expect(says()).toBe('The site is not responding.');
  });

  it('says that a call is sent again, before it has its result', async () => {
    const { container } = await show(['houses']);
    const refusal = new ApiError({ status: 500, errorCode: 'unreadable', message: '', requestId: null });
    const sent = retryRefused('GET /api/a', refusal, () => Promise.reject(refusal), undefined).catch(() => 'failed');
    // A single refusal is usual where few functions may run at once.
    await pass(500);
    expect(says()).toBe('');
    await pass(1_100);
    expect(says()).toBe('The site is not responding.');
    expect(container.textContent).toContain('Trying again…');
    await pass(4_000);
    expect(await sent).toBe('failed');
    expect(container.textContent).not.toContain('Trying again…');
    await save(200);
    expect(says()).toBe('');
  });

  it('loads the page again when only acts have failed, to find out that the site responds', async () => {
    const { container } = await show();
    for (let each = 0; each < 2; each += 1) await save(503);
    expect(container.textContent).toContain('Next try in 5 s.');
    expect(load.mock.calls.flat()).toEqual(['save', 'save']);
    await pass(5_000);
    expect(load.mock.calls.flat().slice(2)).toEqual(['houses', 'summary']);
    status = 200;
    await pass(5_000);
    expect(says()).toBe('');
  });

  it('repeats the failed queries when asked', async () => {
    const { reload } = await show();
    status = 0;
    await reload();
    load.mockClear();
    status = 200;
    await retry();
    expect(load.mock.calls.flat().toSorted()).toEqual(['houses', 'summary']);
    expect(says()).toBe('');
    expect(screen.queryByRole('button', { name: 'Retry now' })).toBeNull();
  });

  it('repeats the other failed queries as soon as one has succeeded', async () => {
    const { reload, client } = await show();
    status = 0;
    await reload();
    load.mockClear();
    status = 200;
    await act(() => client.refetchQueries({ queryKey: ['houses'] }));
    await pass(0);
    expect(load.mock.calls.flat()).toEqual(['houses', 'summary']);
  });

  it('says that the browser is offline, before any call has failed, and goes on once it is online', async () => {
    const { container } = await show();
    setOnline(false);
    expect(says()).toBe('You are offline.');
    expect(container.textContent).toContain('Showing what was loaded at 11:02.');
    expect(container.textContent).not.toContain('Next try');
    expect(load).not.toHaveBeenCalled();
    status = 0;
    await retry();
    expect(says()).toBe('You are offline.');
    load.mockClear();
    status = 200;
    setOnline(true);
    await pass(0);
    expect(load.mock.calls.flat().toSorted()).toEqual(['houses', 'summary']);
    expect(says()).toBe('');
  });

  it('is there on a page that was opened offline', async () => {
    jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    status = 0;
    const { container } = await show();
    expect(says()).toBe('You are offline.');
    expect(container.textContent).not.toContain('Showing');
  });

  it('says after 8 s without any response that the site takes long, and offers no second call', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    held = { name: 'houses', until: promise };
    const { container } = await show();
    await pass(7_900);
    expect(says()).toBe('');
    await pass(100);
    expect(says()).toBe('The site is slow to respond.');
    expect(container.textContent).toContain('Showing what was loaded at 11:02.');
    expect(screen.queryByRole('button', { name: 'Retry now' })).toBeNull();
    resolve();
    await pass(0);
    expect(says()).toBe('');
    await pass(60_000);
    expect(says()).toBe('');
  });

  it('announces its first sentence only, and only once', async () => {
    const { reload } = await show();
    const announced: (string | null)[] = [];
    const observer = new MutationObserver(() => announced.push(says()));
    observer.observe(screen.getByRole('status'), { childList: true, characterData: true, subtree: true });
    status = 503;
    await reload();
    await pass(30_000);
    expect(announced).toEqual(['The site is not responding.']);
    observer.disconnect();
  });
});
