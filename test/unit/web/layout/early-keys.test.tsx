/** @jest-environment jsdom */
import { describe, expect, it, jest } from '@jest/globals';
import { act, fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { useSettled } from 'web/layout/keys/early-keys';
import { Keys } from 'web/layout/keys/keys.tsx';
import { renderPart } from '../../../support/browser/render.tsx';

function Screen() {
  const isSettled = useSettled();
  const [hasCode, setHasCode] = useState(false);
  return (
    <>
      <input aria-label="Name" />
      <button onClick={() => setHasCode(true)}>{isSettled ? 'settled' : 'new'}</button>
      <p>{`at ${useLocation().pathname}`}</p>
      {hasCode && <Keys isPaletteOpen={false} openPalette={() => undefined} />}
    </>
  );
}

describe('the first keys on a page', () => {
  it('wait for the code that acts on them, except those of a field', () => {
    renderPart(<Screen />);
    expect(screen.getByRole('button').textContent).toBe('new');
    fireEvent.keyDown(document.body, { key: 'g' });
    fireEvent.keyDown(screen.getByRole('textbox'), { key: 'h' });
    fireEvent.keyDown(document.body, { key: 's' });
    // The browser's own meaning of these keys is taken from them at once.
    expect(fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true })).toBe(false);
    expect(screen.getByRole('button').textContent).toBe('settled');
    expect(screen.getByText('at /')).toBeTruthy();
    fireEvent.click(screen.getByRole('button'));
    expect(screen.getByText('at /stack')).toBeTruthy();
  });

  it('are not waited for longer than some seconds', () => {
    jest.useFakeTimers();
    renderPart(<Screen />);
    act(() => jest.advanceTimersByTime(4_900));
    expect(screen.getByRole('button').textContent).toBe('new');
    act(() => jest.advanceTimersByTime(200));
    expect(screen.getByRole('button').textContent).toBe('settled');
    jest.useRealTimers();
  });

  it('are not waited for when the site does not answer', async () => {
    renderPart(<Screen />, { answers: { 'GET /api/auth/session': { status: 503, body: undefined } } });
    expect(await screen.findByRole('button', { name: 'settled' })).toBeTruthy();
  });
});
