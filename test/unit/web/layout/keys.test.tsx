/** @jest-environment jsdom */
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { act, fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { Keys } from 'web/layout/keys/keys.tsx';
import { isOfOneHouse } from 'web/lib/house-link';
import { choose, getChoices } from 'web/lib/preferences/preferences';
import { renderPart, type RenderOptions } from '../../../support/browser/render.tsx';

const read = jest.fn();

function Screen() {
  const [isPaletteOpen, openPalette] = useState(false);
  const place = useLocation();
  return (
    <>
      <main>
        <input type="search" data-key="/" aria-label="Search" />
        <ul>
          {['A', 'B'].map((name) => (
            <li key={name}>
              <a data-key="o" href={`#${name}`}>
                {name}
              </a>
              <button data-key="r" onClick={() => read(name)}>
                read
              </button>
            </li>
          ))}
          <li>not a row of a list</li>
        </ul>
        <p>{`at ${place.pathname}${place.search}${isOfOneHouse(place.state) ? ' for one house' : ''}`}</p>
      </main>
      <Keys isPaletteOpen={isPaletteOpen} openPalette={openPalette} />
    </>
  );
}

const show = (options?: RenderOptions) => {
  return renderPart(<Screen />, options);
};
const press = (key: string, modifier = {}, target: Element = document.activeElement ?? document.body) =>
  fireEvent.keyDown(target, { key, ...modifier });
const names = () => screen.getAllByRole('option').map(({ textContent }) => textContent);

describe('the keys', () => {
  afterEach(() => {
    read.mockClear();
    act(() => choose({ singleKeys: true }));
  });

  it('act on the row with the focus only', () => {
    show();
    press('r');
    expect(read).not.toHaveBeenCalled();
    press('j');
    press('r');
    expect(read.mock.calls).toEqual([['A']]);
  });

  it('lead to the search, and leave its text alone', () => {
    show();
    press('/');
    expect(document.activeElement).toBe(screen.getByRole('searchbox'));
    press('g');
    press('c');
    press('?');
    expect(screen.getByText('at /')).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('are listed, and turned off, in the help', async () => {
    show();
    press('?');
    fireEvent.click(await screen.findByRole('checkbox', { name: /^Use single keys/ }));
    fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    press('j', {}, document.body);
    expect(screen.getByText('A')).not.toBe(document.activeElement);
    expect(getChoices().singleKeys).toBe(false);
  });

  it('leave the keys of the browser alone', () => {
    show();
    expect(press('r', { ctrlKey: true })).toBe(true);
    expect(press('x')).toBe(true);
    expect(press('j', { altKey: true })).toBe(true);
    expect(press('j')).toBe(false);
  });
});

/** The call that searches the houses. */
const housesWith = (text: string) =>
  `GET /api/ljmonitor/house/sorted?${new URLSearchParams({ order: '-updateTime', text })}`;

describe('the palette', () => {
  const answers = {
    'GET /api/ljmonitor/resblock': { body: [{ resblockId: '7', name: '青枫家园' }] },
    'GET /api/minecraft_bedrock/v2': { body: { data: ['survival'], access: 'everyone' } },
    'GET /api/chat/session/list': { body: [{ sessionId: 's1', title: 'Garden plan' }] },
    'GET /api/chat/session/search?title=surv': { body: [{ sessionId: 's2', title: 'Survival tips' }] },
  };

  it.each([{ ctrlKey: true }, { metaKey: true }])('opens with %o and K, even from a field', async (modifier) => {
    show({ answers });
    screen.getByRole('searchbox').focus();
    press('k', modifier);
    expect(await screen.findByRole('dialog', { name: 'Go to' })).toBeTruthy();
  });

  it('finds stacks and conversations by a part of their names, and opens the marked one', async () => {
    show({ answers });
    press('k', { ctrlKey: true });
    const field = await screen.findByRole('combobox');
    await screen.findByText('Garden plan');
    expect(names()).toEqual(expect.arrayContaining(['HomeTool', '青枫家园Community', 'survivalStack']));
    fireEvent.change(field, { target: { value: 'surv' } });
    await screen.findByText('Survival tips');
    expect(names()).toEqual(['survivalStack', 'Survival tipsConversation', 'Search messages for “surv”Action']);
    press('ArrowDown', {}, field);
    expect(screen.getByRole('option', { selected: true }).textContent).toContain('Survival tips');
    press('Enter', {}, field);
    expect(screen.getByText('at /chat?sessionId=s2')).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('finds messages by their words with one request, and opens them at their places', async () => {
    const messages = ['one', 'two', 'three', 'four'].map((name) => ({
      sessionMessageId: `s3.${name}`,
      excerpt: `tea ${name}`,
    }));
    const text = 'title:s3 tea';
    const call = `GET /api/chat/session/message/search?${new URLSearchParams({ text })}`;
    const { sent } = show({ answers: { ...answers, [call]: { body: { messages, total: 4, remaining: 0 } } } });
    press('k', { ctrlKey: true });
    const field = await screen.findByRole('combobox');
    for (const value of ['title:s3 te', text]) fireEvent.change(field, { target: { value } });
    await screen.findByText('tea one');
    expect(names()).toEqual([
      'Search messages for “title:s3 tea”Action',
      'tea oneMessage',
      'tea twoMessage',
      'tea threeMessage',
    ]);
    expect(sent.filter((each) => each.call.includes('message/search'))).toHaveLength(1);
    fireEvent.click(screen.getByText('tea two'));
    expect(screen.getByText('at /chat?sessionId=s3&find=tea&message=s3.two')).toBeTruthy();
  });

  it('goes on with a first search of messages, which reads those of years', async () => {
    const call = `GET /api/chat/session/message/search?${new URLSearchParams({ text: 'tea' })}`;
    const found = { messages: [{ sessionMessageId: 's3.one', excerpt: 'tea one' }], total: 1, remaining: 0 };
    const bodies = [{ messages: [], total: 0, remaining: 7 }, found];
    const answer = () => Promise.resolve({ body: bodies.shift() ?? found });
    show({ answers: { ...answers, [call]: answer } });
    press('k', { ctrlKey: true });
    fireEvent.change(await screen.findByRole('combobox'), { target: { value: 'tea' } });
    expect(await screen.findByText('tea one')).toBeTruthy();
  });

  it('leads to the search of messages', async () => {
    show({ answers });
    press('k', { ctrlKey: true });
    const field = await screen.findByRole('combobox');
    fireEvent.change(field, { target: { value: '天气 & tea' } });
    press('Enter', {}, field);
    expect(screen.getByText(`at /chat/session?${new URLSearchParams({ search: '天气 & tea' })}`)).toBeTruthy();
  });

  it('shows the houses of a community alone', async () => {
    show({ answers });
    press('k', { ctrlKey: true });
    fireEvent.click(await screen.findByText('青枫家园'));
    expect(screen.getByText('at /ljmonitor?resblockId=7')).toBeTruthy();
  });

  it('shows a saved view of the houses', async () => {
    choose({ views: [{ name: 'Near the park', query: 'maxPrice=500&order=price' }] });
    show({ answers });
    press('k', { ctrlKey: true });
    fireEvent.click(await screen.findByRole('option', { name: 'Near the park Saved view' }));
    expect(screen.getByText('at /ljmonitor?maxPrice=500&order=price')).toBeTruthy();
    act(() => choose({ views: [] }));
  });

  it('keeps its mark on an entry while houses arrive above it', async () => {
    const { promise, resolve } = Promise.withResolvers<{ body: unknown }>();
    show({ answers: { ...answers, [housesWith('surv')]: promise } });
    press('k', { ctrlKey: true });
    const field = await screen.findByRole('combobox');
    fireEvent.change(field, { target: { value: 'surv' } });
    await screen.findByText('Survival tips');
    press('ArrowDown', {}, field);
    resolve({ body: { houses: [{ houseId: '1', title: 'surv house' }] } });
    await screen.findByText('surv house');
    expect(names().slice(0, 3)).toEqual(['survivalStack', 'surv houseHouse', 'Survival tipsConversation']);
    press('Enter', {}, field);
    expect(screen.getByText('at /chat?sessionId=s2')).toBeTruthy();
  });

  it('keeps its first mark while houses arrive above it', async () => {
    const { promise, resolve } = Promise.withResolvers<{ body: unknown }>();
    const found = {
      'GET /api/chat/session/search?title=tips': { body: [{ sessionId: 's2', title: 'Survival tips' }] },
    };
    show({ answers: { ...answers, ...found, [housesWith('tips')]: promise } });
    press('k', { ctrlKey: true });
    const field = await screen.findByRole('combobox');
    fireEvent.change(field, { target: { value: 'tips' } });
    await screen.findByText('Survival tips');
    resolve({ body: { houses: [{ houseId: '1', title: 'tips house' }] } });
    await screen.findByText('tips house');
    expect(names().slice(0, 2)).toEqual(['tips houseHouse', 'Survival tipsConversation']);
    press('Enter', {}, field);
    expect(screen.getByText('at /chat?sessionId=s2')).toBeTruthy();
  });

  it('shows some entries of each kind, however many another one has', async () => {
    const communities = Array.from({ length: 12 }, (_, id) => ({ resblockId: `${id}`, name: `surv ${id}` }));
    const houses = Array.from({ length: 4 }, (_, id) => ({ houseId: `${id}`, title: `surv house ${id}` }));
    const bodies = { [housesWith('surv')]: { body: { houses } }, 'GET /api/ljmonitor/resblock': { body: communities } };
    show({ answers: { ...answers, ...bodies } });
    press('k', { ctrlKey: true });
    fireEvent.change(await screen.findByRole('combobox'), { target: { value: 'surv' } });
    await screen.findByText('Survival tips');
    await screen.findByText('surv house 0');
    const kinds = names().map((name) => /[A-Z][a-z]+$/.exec(name ?? '')?.[0]);
    expect(kinds).toEqual([
      ...communities.slice(0, 5).map(() => 'Community'),
      'House',
      'House',
      'Conversation',
      'Action',
    ]);
  });

  it('finds houses by their text', async () => {
    show({
      answers: { ...answers, [housesWith('南北')]: { body: { houses: [{ houseId: '1', title: '南北通透 两居' }] } } },
    });
    press('k', { ctrlKey: true });
    fireEvent.change(await screen.findByRole('combobox'), { target: { value: '南北' } });
    fireEvent.click(await screen.findByText('南北通透 两居'));
    expect(screen.getByText(`at /ljmonitor?text=${encodeURIComponent('南北通透 两居')} for one house`)).toBeTruthy();
  });
});
