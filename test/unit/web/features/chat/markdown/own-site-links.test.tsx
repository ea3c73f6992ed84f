/** @jest-environment jsdom */
import { describe, expect, it } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { Markdown } from 'web/features/chat/markdown/markdown.tsx';

describe('a link of an answer', () => {
  it.each([
    ['into this site', `${location.origin}/api/auth/logout`],
    ['into this site by another protocol', `https://${location.host}/api/auth/logout`],
    ['with a user name', `https://${location.host}@example.com/`],
  ])('%s is text', (_, target) => {
    render(<Markdown text={`[Read more](${target})`} />);
    expect(screen.queryByRole('link')).toBeNull();
    expect(screen.getByText('Read more')).toBeTruthy();
  });

  it('to another site is a link', () => {
    render(<Markdown text="[Read more](https://example.com/)" />);
    expect(screen.getByRole('link', { name: 'Read more' }).getAttribute('href')).toBe('https://example.com/');
  });
});
