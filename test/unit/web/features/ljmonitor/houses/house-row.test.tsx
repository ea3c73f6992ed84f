/** @jest-environment jsdom */
import { afterEach, describe, expect, it } from '@jest/globals';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { ToastRegion } from 'web/ui/toasts/toast-region.tsx';
import { closeToasts } from 'web/ui/toasts/toasts';
import { HouseRow } from 'web/features/ljmonitor/houses/house-row.tsx';
import { renderPart } from '../../../../../support/browser/render.tsx';
import { house } from '../fixtures.ts';

const show = (over: Parameters<typeof house>[0] = {}, community?: string) =>
  renderPart(<HouseRow house={house(over)} community={community} index={0} setSize={1} />);

const buttons = () => screen.getAllByRole('button').map(({ textContent }) => textContent);

/** Pushes the row with a finger, or drags it with a mouse, and lets go. */
function push(dx: number, dy = 0, pointerType = 'touch', at?: Element) {
  const row = screen.getByRole('heading').closest('li');
  if (!row) throw new Error('There is no row');
  // The test's browser has no capture of pointers.
  Object.assign(row, { setPointerCapture: () => {} });
  // It has no events of pointers either, which are those of a mouse with some more fields.
  const fire = (type: string, clientX: number, clientY: number) => {
    const event = new MouseEvent(type, { bubbles: true, clientX, clientY });
    fireEvent(at ?? row, Object.assign(event, { pointerType, isPrimary: true, pointerId: 1 }));
  };
  fire('pointerdown', 200, 50);
  fire('pointermove', 200 + dx / 2, 50 + dy / 2);
  fire('pointermove', 200 + dx, 50 + dy);
  const moved = row.style.translate;
  fire('pointerup', 200 + dx, 50 + dy);
  expect(row.style.translate).toBe('');
  return moved;
}

afterEach(() => act(closeToasts));

/** A row asks for its links by itself. */
const changesIn = (sent: { call: string; body: unknown }[]) => sent.filter(({ call }) => !call.startsWith('GET '));

describe('a house row under a finger', () => {
  const reads = { 'PUT /api/ljmonitor/house/{houseId}/read': { body: house({ readTime: 4_000 }) } };
  const prices = [541, 527].map((price, index) => ({ time: index * 1_000, price }));
  const showNew = (readTime: number | null = null) =>
    renderPart(<HouseRow house={house({ readTime, prices })} community={undefined} index={0} setSize={1} />, {
      answers: reads,
    });

  it.each([120, -120])('is read when it is pushed aside by %i pixels', async (dx) => {
    const { sent } = showNew();
    expect(push(dx)).toBe(`${dx}px`);
    await waitFor(() => expect(sent.filter(({ call }) => call.endsWith('/read'))).toHaveLength(1));
  });

  it.each([
    { name: 'is pushed a little', move: () => push(60) },
    { name: 'is scrolled', move: () => push(20, 200) },
    { name: 'is dragged with a mouse', move: () => push(120, 0, 'mouse') },
  ])('stays unread when it $name', ({ move }) => {
    const { sent } = showNew();
    move();
    expect(changesIn(sent)).toEqual([]);
  });

  it('stays unread while the finger reads the chart of its price', async () => {
    const { sent } = showNew();
    fireEvent.click(screen.getByRole('button', { name: /Chart/ }));
    expect(push(120, 0, 'touch', await screen.findByRole('img'))).toBe('');
    expect(changesIn(sent)).toEqual([]);
  });

  it('stays in its place once it is read', () => {
    const { sent } = showNew(4_000);
    expect(push(120)).toBe('');
    expect(changesIn(sent)).toEqual([]);
  });
});

describe('the read mark of a house that was read before', () => {
  // It was read, and became cheaper afterwards.
  const cheaper = house({ readTime: 2_000, updateTime: 3_000 });
  const { houseId } = cheaper;
  const restored = { houses: [{ houseId, readTime: 2_000, marked: 4_000 }] };
  const press = (answered: typeof cheaper) => {
    const { sent } = renderPart(
      <>
        <HouseRow house={cheaper} community={undefined} index={0} setSize={1} />
        <ToastRegion />
      </>,
      {
        answers: {
          [`PUT /api/ljmonitor/house/${houseId}/read`]: { body: answered },
          'POST /api/ljmonitor/batch/unreadHouse': { body: {} },
        },
      },
    );
    fireEvent.click(screen.getByRole('button', { name: 'read' }));
    return () => changesIn(sent).at(-1)?.body;
  };

  it('becomes the one before again with Undo', async () => {
    const lastBody = press({ ...cheaper, readTime: 4_000 });
    fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(lastBody()).toEqual(restored));
  });

  it('stays the one before when the house has changed meanwhile', async () => {
    const lastBody = press({ ...cheaper, updateTime: 3_500, readTime: 4_000 });
    expect(await screen.findByText('This house has just changed, so it stays unread.')).toBeTruthy();
    expect(lastBody()).toEqual(restored);
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  });
});

describe('a house row', () => {
  it('links to the listing and shows the house', () => {
    show();
    for (const name of ['南北通透两居室', '111122345678']) {
      const link = screen.getByRole('link', { name });
      expect(link.getAttribute('href')).toBe('https://listing.example/ershoufang/111122345678.html');
    }
    expect(screen.getByRole('heading').textContent).toBe('南北通透两居室');
    expect(screen.getByText('527 万')).toBeTruthy();
    expect(screen.getByText('68,865 元/㎡')).toBeTruthy();
    expect(screen.getByText('近地铁')).toBeTruthy();
  });

  it('has neither read nor history when it was read and never changed', () => {
    show();
    expect(buttons()).toEqual(['☆', 'Hide', 'Note']);
    expect(screen.queryByText('Unread')).toBeNull();
  });

  it('is marked as unread and has a read button while it was not read', () => {
    show({ readTime: null });
    expect(screen.getByText('Unread')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'read' })).toBeTruthy();
  });

  it('is unread again when it changed after it was read', () => {
    show({ readTime: 2_000, updateTime: 3_000 });
    expect(screen.getByRole('button', { name: 'read' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'history' })).toBeTruthy();
  });

  it('shows the price change and opens its chart from there', () => {
    const prices = [541, 527].map((price, index) => ({ time: index * 1_000, price }));
    show({ prices });
    const button = screen.getByRole('button', { name: /▼ 14 万 in all 2 prices, from 541 万 to 527 万\. Chart/ });
    expect(button.getAttribute('aria-expanded')).toBe('false');
    fireEvent.click(button);
    expect(button.getAttribute('aria-expanded')).toBe('true');
  });

  it('has no price change while there is one price', () => {
    show();
    expect(screen.queryByText(/Chart/)).toBeNull();
  });

  it('is new until it is read, beside the change of its price', () => {
    show({
      readTime: null,
      createTime: 1_000,
      updateTime: 3_000,
      price: 520,
      prices: [...house().prices, { time: 3_000, price: 520 }],
      changeTimes: { price: 3_000 },
    });
    const labels = screen.getByText('Price down').closest('p')?.querySelectorAll('p > span') ?? [];
    expect([...labels].map(({ textContent }) => textContent)).toEqual(['New', 'Price down ▼ 7 万']);
  });

  it('says why it is unread, and marks the changed fields', () => {
    const changes = { price: 520, changeTimes: { price: 3_000, title: 3_000 } };
    const prices = [...house().prices, { time: 3_000, price: 520 }];
    const { container } = show({ ...changes, prices, updateTime: 3_000 });
    expect(container.querySelector('li > p')?.textContent).toMatch(/^Price down ▼ 7 万Title changed1970-01-01 /);
    expect([...container.querySelectorAll('mark')].map(({ textContent }) => textContent)).toEqual([
      '南北通透两居室',
      '520 万',
    ]);
  });

  it('marks nothing in a house that has been read', () => {
    const { container } = show({ readTime: 4_000, updateTime: 3_000, changeTimes: { title: 3_000 } });
    expect(container.querySelector('li > p')?.textContent).toMatch(/^Title changed/);
    expect(container.querySelector('mark')).toBeNull();
  });

  it('says that a house was removed', () => {
    show({ removed: true });
    expect(screen.getByText('Removed')).toBeTruthy();
  });

  it('shows its community among houses of others', () => {
    show({}, '六铺炕');
    expect(screen.getByText('六铺炕')).toBeTruthy();
  });

  it('tells a starred house by its pressed star', () => {
    show({ starred: true });
    const star = screen.getByRole('button', { name: 'Star' });
    expect(star.getAttribute('aria-pressed')).toBe('true');
    expect(star.textContent).toBe('★');
  });

  it('describes each of its buttons by the title of the house', () => {
    show({ readTime: null, updateTime: 3_000 });
    const described = screen
      .getAllByRole('button')
      .map((button) => document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent);
    expect(described).toEqual(Array.from({ length: 5 }, () => '南北通透两居室'));
  });

  it('offers to show a hidden house, and has no star', () => {
    show({ hidden: true });
    expect(screen.getByRole('button', { name: 'Show' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Star' })).toBeNull();
  });

  it('ignores the second click of a double click on hide', async () => {
    const { sent } = show();
    fireEvent.click(screen.getByRole('button', { name: 'Hide' }), { detail: 2 });
    expect(changesIn(sent)).toEqual([]);
    fireEvent.click(screen.getByRole('button', { name: 'Hide' }), { detail: 1 });
    await waitFor(() => expect(changesIn(sent).map(({ body }) => body)).toEqual([{ hidden: true }]));
  });

  it('forgets that it could not be marked as read once it has been, whatever did it', async () => {
    const unread = house({ readTime: null });
    function Row() {
      const [shown, setShown] = useState(unread);
      return (
        <>
          <HouseRow house={shown} community={undefined} index={0} setSize={1} />
          <button onClick={() => setShown(shown.readTime === null ? house() : unread)}>other mark</button>
        </>
      );
    }
    renderPart(<Row />, { answers: { 'PUT /api/ljmonitor/house/111122345678/read': { status: 500, body: {} } } });
    fireEvent.click(screen.getByRole('button', { name: 'read' }));
    expect((await screen.findByRole('alert')).textContent).toContain('Could not mark as read.');
    for (let presses = 0; presses < 2; presses += 1) fireEvent.click(screen.getByText('other mark'));
    expect(screen.getByRole('button', { name: 'read' })).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('says why a flag could not be saved', async () => {
    renderPart(<HouseRow house={house()} community={undefined} index={0} setSize={1} />, {
      answers: {
        'PUT /api/ljmonitor/house/111122345678/choice': {
          status: 409,
          body: { errorCode: 'conflict', message: 'too many starred houses' },
        },
      },
    });
    fireEvent.click(screen.getByRole('button', { name: 'Star' }));
    expect((await screen.findByRole('alert')).textContent).toContain('Could not save. Too many starred houses.');
  });
});
