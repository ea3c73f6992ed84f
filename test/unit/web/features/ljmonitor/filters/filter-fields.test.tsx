/** @jest-environment jsdom */
import { describe, expect, it } from '@jest/globals';
import { fireEvent, screen } from '@testing-library/react';
import FilterFields from 'web/features/ljmonitor/filters/filter-fields.tsx';
import { parseView } from 'web/features/ljmonitor/filters/view';
import { renderPart } from '../../../../../support/browser/render.tsx';

function show(search: string) {
  const changes: object[] = [];
  renderPart(<FilterFields view={parseView(new URLSearchParams(search))} set={(change) => changes.push(change)} />, {
    answers: { 'GET /api/ljmonitor/resblock': { body: [] } },
  });
  return changes;
}

const choose = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });

describe('the filter for changes', () => {
  it.each([
    ['', 'cheaper', { change: 'cheaper', changedWithinDays: '7' }],
    ['changedWithinDays=1', 'cheaper', { change: 'cheaper' }],
    ['change=new', 'cheaper', { change: 'cheaper' }],
    ['change=new', '', { change: '' }],
  ])('begins with the last days, and keeps a chosen time: ?%s and %j', (search, kind, change) => {
    const changes = show(search);
    choose('Change', kind);
    expect(changes).toEqual([change]);
  });

  it('is one field: a kind, and the time within which it happened', () => {
    show('change=cheaper&changedWithinDays=7');
    const [kind, time] = ['Change', 'Time of change'].map((label) => screen.getByLabelText<HTMLSelectElement>(label));
    expect(time?.parentElement).toBe(kind?.parentElement);
    expect([kind, time].map((field) => field?.selectedOptions[0]?.text)).toEqual(['Cheaper', 'in the last 7 days']);
  });

  it('has another time of a link among its choices', () => {
    const changes = show('changedWithinDays=14');
    expect(screen.getByLabelText('Time of change')).toHaveProperty('value', '14');
    choose('Time of change', '30');
    expect(changes).toEqual([{ changedWithinDays: '30' }]);
  });
});
