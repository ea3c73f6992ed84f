/** @jest-environment jsdom */
import { describe, expect, it, jest } from '@jest/globals';
import { fireEvent, screen } from '@testing-library/react';
import { NewsFilter } from 'web/features/ljmonitor/filters/news-filter.tsx';
import { parseView } from 'web/features/ljmonitor/filters/view';
import { renderPart } from '../../../../../support/browser/render.tsx';

const unreadCounts = [
  { resblockId: '111111', unread: 8, asOf: 1_000, news: { new: 6, cheaper: 3 } },
  { resblockId: '222222', unread: 2, asOf: 1_000, news: { removed: 2 } },
];

function show(search = '', counts: typeof unreadCounts | undefined = unreadCounts) {
  const set = jest.fn();
  renderPart(<NewsFilter unreadCounts={counts} view={parseView(new URLSearchParams(search))} set={set} />);
  return set;
}

const texts = () => screen.queryAllByRole('button').map(({ textContent }) => textContent);

describe('the filter by news', () => {
  it('counts the unread houses of all communities by their news', () => {
    show();
    expect(texts()).toEqual(['6 new', '3 cheaper', '2 removed']);
  });

  it('counts those of the ticked communities only', () => {
    show('resblockId=222222');
    expect(texts()).toEqual(['2 removed']);
  });

  it('shows one kind, and all again', () => {
    const set = show();
    fireEvent.click(screen.getByRole('button', { name: '3 cheaper' }));
    expect(set).toHaveBeenLastCalledWith({ news: 'cheaper' });
  });

  it('can be cleared, also when its last house has been read', () => {
    const set = show('news=edited');
    const button = screen.getByRole('button', { name: '0 edited' });
    expect(button.getAttribute('aria-pressed')).toBe('true');
    fireEvent.click(button);
    expect(set).toHaveBeenLastCalledWith({ news: '' });
  });

  it('takes no place while nothing is unread', () => {
    show('', []);
    expect(screen.queryByRole('group')).toBeNull();
  });
});
