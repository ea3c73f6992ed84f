/** @jest-environment jsdom */
import { File } from 'node:buffer';
import { describe, expect, it } from '@jest/globals';
import { act, fireEvent, screen } from '@testing-library/react';
import { HandInFiles } from 'web/features/ljmonitor/hand-in/hand-in-files.tsx';
import { describeResult, HandInResults } from 'web/features/ljmonitor/hand-in/hand-in-results.tsx';
import type { HandedIn } from 'web/features/ljmonitor/hand-in/describe-handed-in';
import { renderPart } from '../../../../../support/browser/render.tsx';

const refused: HandedIn = {
  outcome: 'refused',
  reason: 'This page is not a community’s list.',
  open: 'https://sh.ke.com/ershoufang/c5011000000001/',
  resblockId: '5011000000001',
  name: '示例小区',
  page: null,
  pages: null,
  houses: 0,
  missing: [],
};

describe('the result of a refused page', () => {
  it('leads to the page to open instead', () => {
    renderPart(<HandInResults results={[{ key: '1', name: 'page.html', ...describeResult(refused) }]} />);
    const link = screen.getByRole('link', { name: 'sh.ke.com/ershoufang/c5011000000001/' });
    expect(link.getAttribute('href')).toBe(refused.open);
    expect(link.closest('li')?.textContent).toContain(refused.reason);
  });
});

const pdf = (name: string) => new File(['text'], name);

describe('the field for saved pages', () => {
  it('takes dropped files, and says of each what is wrong with it', async () => {
    renderPart(<HandInFiles />);
    const zone = screen.getByText('Drop saved pages (.html, .mhtml) here.').parentElement;
    if (!zone) throw new Error('no zone');
    const drop = new Event('drop', { bubbles: true, cancelable: true });
    Object.assign(drop, { dataTransfer: { types: ['Files'], files: [pdf('one.pdf'), pdf('two.pdf')] } });
    act(() => void zone.dispatchEvent(drop));
    // The browser would open the file in place of the page.
    expect(drop.defaultPrevented).toBe(true);
    expect(await screen.findAllByText(/This is not a saved page\./)).toHaveLength(2);
    expect(screen.getByText('two.pdf')).toBeTruthy();
  });

  it('takes pasted source, and says when it does not name its address', async () => {
    renderPart(<HandInFiles />);
    const field = screen.getByLabelText('Source of a page');
    fireEvent.paste(field, { clipboardData: { getData: () => '<html></html>' } });
    expect(await screen.findByText(/This page does not say its address\./)).toBeTruthy();
  });
});
