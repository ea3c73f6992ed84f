/** @jest-environment jsdom */
import { describe, expect, it } from '@jest/globals';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import type { StartLink } from 'shared-types/contract/stack/links';
import StartLinks from 'web/features/stack/links/start-links.tsx';
import { renderPart } from '../../../../../support/browser/render.tsx';

const base = '/api/minecraft_bedrock/v2/survival/links';
const linkOf = (change: Partial<StartLink>): StartLink => ({
  linkRef: 'a'.repeat(64),
  note: 'Tom',
  createTime: Date.now(),
  expiryTime: Date.now() + 86_400_000,
  lastStartTime: null,
  state: 'open',
  ...change,
});
const show = (data: StartLink[]) =>
  renderPart(<StartLinks stackName="survival" />, {
    answers: {
      [`GET ${base}`]: { body: { data } },
      [`POST ${base}`]: { body: { secret: 's'.repeat(43), link: linkOf({}) } },
      [`DELETE ${base}/${'a'.repeat(64)}`]: { body: {} },
    },
  });

describe('the start links of a stack', () => {
  it('are made for a person and a time, and shown once', async () => {
    const { sent } = show([]);
    expect(await screen.findByText('No links yet.')).toBeTruthy();
    fireEvent.change(screen.getByLabelText('For'), { target: { value: ' Tom ' } });
    fireEvent.change(screen.getByLabelText('Valid for'), { target: { value: 'month' } });
    fireEvent.click(screen.getByRole('button', { name: 'Create link' }));
    expect(await screen.findByText(`${location.origin}/stack/start#survival.${'s'.repeat(43)}`)).toBeTruthy();
    expect(sent).toContainEqual({ call: `POST ${base}`, body: { note: 'Tom', validFor: 'month' } });
  });

  it('are revoked while they work', async () => {
    const { sent } = show([
      linkOf({ lastStartTime: Date.now() }),
      linkOf({ linkRef: 'b'.repeat(64), note: '', state: 'revoked' }),
    ]);
    expect(await screen.findByText(/^expires .* · started the server at/)).toBeTruthy();
    expect(screen.getByText('revoked')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: /^Revoke/ }));
    await waitFor(() => expect(sent.map(({ call }) => call)).toContain(`DELETE ${base}/${'a'.repeat(64)}`));
  });
});
