/** @jest-environment jsdom */
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { CodeBlock } from 'web/features/chat/markdown/code/code-block.tsx';

const show = (isGrowing = false) =>
  render(<CodeBlock code={'print("tea")'} language={'python title="tea.py"'} isGrowing={isGrowing} />);

afterEach(() => {
  jest.restoreAllMocks();
});

describe('a block of code', () => {
  it('wraps its lines when that is wanted, and back', () => {
    const { container } = show();
    fireEvent.click(screen.getByRole('button', { name: 'Wrap lines' }));
    expect(container.querySelector('.wrapped')).not.toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Unwrap lines' }));
    expect(container.querySelector('.wrapped')).toBeNull();
  });

  it('is saved under the name that the model gave it', async () => {
    const blobs: Blob[] = [];
    Object.assign(URL, { createObjectURL: (blob: Blob) => `blob:${blobs.push(blob)}`, revokeObjectURL: jest.fn() });
    let name = '';
    jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      name = this.download;
    });
    show();
    fireEvent.click(screen.getByRole('button', { name: 'Download code' }));
    await waitFor(() => expect(name).toBe('tea.py'));
    expect(blobs.map(({ size }) => size)).toEqual(['print("tea")'.length]);
  });

  it('is not saved while it grows', () => {
    show(true);
    expect(screen.queryByRole('button', { name: 'Download code' })).toBeNull();
  });
});
