/** @jest-environment jsdom */
import { beforeEach, describe, expect, it } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { tools } from 'shared-types/rules/auth/preferences';
import Monitor from 'web/features/ljmonitor/monitor.tsx';
import { HouseRow } from 'web/features/ljmonitor/houses/house-row.tsx';
import KeysDialog from 'web/layout/keys/keys-dialog.tsx';
import { Keys } from 'web/layout/keys/keys.tsx';
import { shortcutsOf } from 'web/layout/keys/shortcuts';
import { renderPart } from '../../../../support/browser/render.tsx';
import { house } from '../../features/ljmonitor/fixtures.ts';

const pressed: string[] = [];
beforeEach(() => void pressed.splice(0));

/** A part of the page that a key acts on, by a click or by giving it the focus. */
const part = (key: string) => (
  <button key={key} data-key={key} onClick={() => pressed.push(key)}>
    {key}
  </button>
);

const rowKeys = ['o', 'r', 's', 'h'];
const screenKeys = ['/', 'n'];

function Screen() {
  return (
    <>
      <main>
        {screenKeys.map(part)}
        <ul>
          <li>{rowKeys.map(part)}</li>
        </ul>
        <p>at {useLocation().pathname}</p>
      </main>
      <Keys isPaletteOpen={false} openPalette={() => undefined} />
    </>
  );
}

const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key });

/** Renders a page or a row. The result returns the keys that its parts listen to. */
function keysOf(page: ReactNode) {
  const { container } = renderPart(page);
  return () =>
    [...container.querySelectorAll<HTMLElement>('[data-key]')].map(({ dataset }) => dataset['key'] ?? '').toSorted();
}

describe('the keys', () => {
  it.each([{ order: tools }, { order: tools.toReversed() }])(
    'are each listed once, for one effect: $order',
    ({ order }) => {
      const listed = shortcutsOf(order);
      for (const names of [listed.map(([keys]) => keys), listed.map(([, effect]) => effect)])
        expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
      // A key that begins a sequence does nothing by itself.
      expect(listed.map(([keys]) => keys)).not.toContain('g');
      expect(listed.flatMap(([keys]) => (keys.startsWith('g ') ? [keys.slice(2)] : []))).toHaveLength(order.length + 1);
    },
  );

  it('are all in the dialog, and no others', () => {
    renderPart(<KeysDialog onClose={() => undefined} />);
    const dialog = within(screen.getByRole('dialog', { hidden: true }));
    expect(dialog.getAllByRole('term', { hidden: true }).map(({ textContent }) => textContent)).toEqual(
      shortcutsOf(tools).map(([keys]) => keys),
    );
  });

  it('act on one part each', () => {
    renderPart(<Screen />);
    press('j');
    for (const key of [...rowKeys, ...screenKeys]) {
      pressed.length = 0;
      press(key);
      expect(pressed).toEqual([key]);
    }
    // Each key of a single character does something here, so each that the help lists is one of these.
    const single = shortcutsOf(tools).flatMap(([keys]) => (/^[a-z/?]$/.test(keys) ? [keys] : []));
    expect(single.toSorted()).toEqual([...rowKeys, ...screenKeys, 'j', 'k', '?'].toSorted());
  });

  it.each([
    ['h', '/'],
    ['s', '/stack'],
    ['m', '/ljmonitor'],
    ['c', '/chat'],
  ])('lead to a tool after g, and leave the row alone: g %s', (key, path) => {
    renderPart(<Screen />, { path: '/elsewhere' });
    press('j');
    press('g');
    press(key);
    expect(screen.getByText(`at ${path}`)).toBeTruthy();
    expect(pressed).toEqual([]);
  });
});

describe('no two parts listen to one key', () => {
  it('in the row of a house', () => {
    const keys = keysOf(<HouseRow house={house({ readTime: null })} community={undefined} index={0} setSize={1} />);
    expect(keys()).toEqual(rowKeys.toSorted());
  });

  it('beside the rows of the monitor', async () => {
    const keys = keysOf(<Monitor />);
    await waitFor(() => expect(keys()).toEqual(screenKeys));
  });
});
