/** @jest-environment jsdom */
import { describe, expect, it } from '@jest/globals';
import { render } from '@testing-library/react';
import { KeptParts } from 'web/features/stack/detail/kept-parts.tsx';
import { info } from '../../../../../support/site/stacks.ts';

const shown = (over: Parameters<typeof info>[0]) => render(<KeptParts info={info(over)} />).container.textContent;

describe('the parts that a server has kept from an earlier start', () => {
  it('are named with their version and day when the game could not be downloaded', () => {
    const keptAt = new Date(new Date().getFullYear() - 1, 10, 3, 12).getTime();
    expect(shown({ keptGame: { version: '1.26.50.2', keptAt } })).toBe(
      `The game could not be downloaded, so the server runs version 1.26.50.2, kept from ${new Date().getFullYear() - 1}-11-03. The next start tries again.`,
    );
  });

  it('are named when the image could not be downloaded', () => {
    expect(shown({ keptImage: true })).toMatch(/^The image of the game could not be downloaded, .* last good start\./);
  });

  it('are not mentioned after an ordinary start', () => {
    expect(shown({ boot: [1000] })).toBe('');
  });
});
