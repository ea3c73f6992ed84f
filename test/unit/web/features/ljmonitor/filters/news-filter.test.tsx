/** @jest-environment jsdom */
import { describe, expect, it, jest } from '@jest/globals';
import { fireEvent, screen } from '@testing-library/react';
import type { VisitNews } from 'shared-types/contract/monitor/visits';
import NewsFilter from 'web/features/ljmonitor/filters/news-filter.tsx';
import { parseView } from 'web/features/ljmonitor/filters/view';
import { renderPart } from '../../../../../support/browser/render.tsx';

const unreadCounts = [
  { resblockId: '111111', unread: 8, asOf: 1_000, news: { new: 6, cheaper: 3 } },
  { resblockId: '222222', unread: 2, asOf: 1_000, news: { removed: 2 } },
];

function show(search = '', counts: typeof unreadCounts | undefined = unreadCounts, newsSinceVisit?: VisitNews['news']) {
  const set = jest.fn();
  const view = parseView(new URLSearchParams(search));
  renderPart(<NewsFilter unreadCounts={counts} newsSinceVisit={newsSinceVisit} view={view} set={set} />);
  return set;
}

const texts = () => screen.queryAllByRole('button').map(({ textContent }) => textContent);

describe('the filter by news', () => {
  it('counts the unread houses of all communities by their news', () => {
    show();
    expect(texts()).toEqual(['All unread', '6 new', '3 cheaper', '2 removed']);
  });

  it('counts those of the ticked communities only', () => {
    show('resblockId=222222');
    expect(texts()).toEqual(['All unread', '2 removed']);
  });

  it('shows all of them', () => {
    const set = show();
    fireEvent.click(screen.getByRole('button', { name: 'All unread' }));
    expect(set).toHaveBeenLastCalledWith({ unread: 'true', news: '', since: '' });
  });

  it('shows all houses again', () => {
    const set = show('unread=true');
    const button = screen.getByRole('button', { name: 'All unread' });
    expect(button.getAttribute('aria-pressed')).toBe('true');
    fireEvent.click(button);
    expect(set).toHaveBeenLastCalledWith({ unread: '', news: '', since: '' });
  });

  it('shows one kind, and all again', () => {
    const set = show();
    fireEvent.click(screen.getByRole('button', { name: '3 cheaper' }));
    expect(set).toHaveBeenLastCalledWith({ news: 'cheaper', since: '' });
  });

  it('can be cleared, also when its last house has been read', () => {
    const set = show('news=edited');
    const button = screen.getByRole('button', { name: '0 edited' });
    expect(button.getAttribute('aria-pressed')).toBe('true');
    fireEvent.click(button);
    expect(set).toHaveBeenLastCalledWith({ news: '', since: '' });
  });

  describe('beside the news since the last visit', () => {
    const newsSinceVisit = [{ resblockId: '111111', unread: 9, news: { new: 8, cheaper: 1 } }];

    it('leaves the kinds to that line', () => {
      show('', unreadCounts, newsSinceVisit);
      expect(texts()).toEqual(['All unread']);
    });

    it('keeps them while that line counts none of the ticked communities', () => {
      show('resblockId=222222', unreadCounts, newsSinceVisit);
      expect(texts()).toEqual(['All unread', '2 removed']);
    });

    it('keeps the one that is chosen, to be cleared', () => {
      show('news=cheaper', unreadCounts, newsSinceVisit);
      expect(texts()).toEqual(['All unread', '3 cheaper']);
    });
  });

  it('takes no place while nothing is unread', () => {
    show('', []);
    expect(screen.queryByRole('group')).toBeNull();
  });
});
