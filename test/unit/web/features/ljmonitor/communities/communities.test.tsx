/** @jest-environment jsdom */
import { beforeEach, expect, it } from '@jest/globals';
import { fireEvent, screen } from '@testing-library/react';
import { Communities } from 'web/features/ljmonitor/communities/communities.tsx';
import { renderPart } from '../../../../../support/browser/render.tsx';
import { resblock } from '../fixtures.ts';

beforeEach(() => localStorage.clear());

it('opens the form of a phone, which is folded, at the field for another community', async () => {
  renderPart(<Communities ticked={new Set()} tick={() => undefined} />, {
    answers: { 'GET /api/ljmonitor/resblock': { body: [resblock()] } },
  });
  const fold = await screen.findByRole('button', { name: resblock().name });
  for (let press = 0; press < 2; press += 1) {
    fireEvent.click(screen.getByRole('button', { name: 'Add a community' }));
    expect(fold.getAttribute('aria-expanded')).toBe('true');
    expect(document.activeElement).toBe(screen.getByLabelText('id'));
  }
});
