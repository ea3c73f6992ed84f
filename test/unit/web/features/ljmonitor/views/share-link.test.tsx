/** @jest-environment jsdom */
import { afterEach, describe, expect, it } from '@jest/globals';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { ShareLink } from 'web/features/ljmonitor/views/share-link.tsx';
import { renderPart } from '../../../../../support/browser/render.tsx';

const path = '/ljmonitor?maxPrice=500&text=%E5%8D%97%E5%8C%97';
const link = `http://localhost${path}`;

/** What the person has shared, and what is on the clipboard. jsdom has neither. */
let given: unknown[] = [];

const noting = (act: () => Promise<void>) => (value: unknown) => {
  given.push(value);
  return act();
};

function browserWith({ share, writeText }: { share?: () => Promise<void>; writeText?: () => Promise<void> }) {
  if (share) Object.defineProperty(navigator, 'share', { configurable: true, value: noting(share) });
  if (writeText)
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText: noting(writeText) } });
  renderPart(<ShareLink name="Near the park" />, { path });
  fireEvent.click(screen.getByRole('button', { name: 'Share link' }));
}

const works = async () => undefined;
const fails = (name: string) => async () => {
  throw new DOMException('', name);
};

afterEach(() => {
  given = [];
  Reflect.deleteProperty(navigator, 'share');
  Reflect.deleteProperty(navigator, 'clipboard');
});

describe('the link of a view', () => {
  it('is shared with its name where the system has a sheet', async () => {
    browserWith({ share: works, writeText: works });
    await waitFor(() => expect(given).toEqual([{ title: 'Near the park', url: link }]));
    expect(screen.queryByText('Link copied')).toBeNull();
  });

  it('is copied where it has none', async () => {
    browserWith({ writeText: works });
    expect(await screen.findByText('Link copied')).toBeTruthy();
    expect(given).toEqual([link]);
  });

  it('is copied if the sheet does not open', async () => {
    browserWith({ share: fails('NotAllowedError'), writeText: works });
    expect(await screen.findByText('Link copied')).toBeTruthy();
    expect(given).toHaveLength(2);
  });

  it('is not copied if the person closes the sheet', async () => {
    browserWith({ share: fails('AbortError'), writeText: works });
    await waitFor(() => expect(given).toHaveLength(1));
    await Promise.resolve();
    expect(screen.queryByText('Link copied')).toBeNull();
  });

  it('stands in the address bar if the browser refuses to copy it', async () => {
    browserWith({ writeText: fails('NotAllowedError') });
    expect(await screen.findByText('Could not copy. Copy the address of this page instead.')).toBeTruthy();
  });
});
