/** @jest-environment jsdom */
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { fireEvent, render, screen } from '@testing-library/react';
import { HouseSearch } from 'web/features/ljmonitor/filters/house-search.tsx';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

const field = () => screen.getByRole<HTMLInputElement>('searchbox');

describe('the search for houses', () => {
  it('searches once when the typing pauses', () => {
    const onSearch = jest.fn();
    render(<HouseSearch text="" onSearch={onSearch} />);
    for (const value of ['近', '近地', '近地铁 ']) {
      fireEvent.input(screen.getByRole('searchbox'), { target: { value } });
      jest.advanceTimersByTime(200);
    }
    expect(onSearch).not.toHaveBeenCalled();
    jest.advanceTimersByTime(100);
    expect(onSearch.mock.calls).toEqual([['近地铁']]);
  });

  it('waits for the characters of an input method', () => {
    const onSearch = jest.fn();
    render(<HouseSearch text="" onSearch={onSearch} />);
    fireEvent.input(field(), { target: { value: '近' } });
    fireEvent.compositionStart(field());
    fireEvent.input(field(), { target: { value: "近di'tie" }, isComposing: true });
    jest.advanceTimersByTime(1_000);
    expect(onSearch).not.toHaveBeenCalled();
    fireEvent.input(field(), { target: { value: '近地铁' }, isComposing: true });
    fireEvent.compositionEnd(field());
    jest.advanceTimersByTime(300);
    expect(onSearch.mock.calls).toEqual([['近地铁']]);
  });

  it('shows the text of the address, but not over what is being typed', () => {
    const { rerender } = render(<HouseSearch text="地铁" onSearch={jest.fn()} />);
    expect(field().value).toBe('地铁');
    rerender(<HouseSearch text="" onSearch={jest.fn()} />);
    expect(field().value).toBe('');
    field().focus();
    fireEvent.input(field(), { target: { value: '满五年' } });
    rerender(<HouseSearch text="满" onSearch={jest.fn()} />);
    expect(field().value).toBe('满五年');
  });

  it('does not search any more after the page was left', () => {
    const onSearch = jest.fn();
    const { unmount } = render(<HouseSearch text="" onSearch={onSearch} />);
    fireEvent.input(screen.getByRole('searchbox'), { target: { value: '满' } });
    unmount();
    jest.advanceTimersByTime(1_000);
    expect(onSearch).not.toHaveBeenCalled();
  });
});
