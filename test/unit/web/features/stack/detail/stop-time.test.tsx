/** @jest-environment jsdom */
import { describe, expect, it, jest } from '@jest/globals';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import type { PlayersSeen } from 'shared-types/contract/stack';
import { StopTime } from 'web/features/stack/detail/stop-time.tsx';
import { renderPart } from '../../../../../support/browser/render.tsx';
import { info, log } from '../../../../../support/site/stacks.ts';

const key = 'POST /api/minecraft_bedrock/v2/survival/stopTime';
const hour = 3_600_000;

// jsdom has no modal dialogs.
HTMLDialogElement.prototype.showModal = jest.fn();
HTMLDialogElement.prototype.close = jest.fn();

interface Shown {
  stopsAt: number;
  mayMoveEarlier?: boolean;
  isBusy?: boolean;
  moved?: number;
  players?: PlayersSeen;
}

function show({ stopsAt, mayMoveEarlier = true, isBusy = false, moved = stopsAt, players }: Shown) {
  const answers = { [key]: { body: { data: log(), stopsAt: moved } } };
  return renderPart(<StopTime info={info({ stopsAt, players })} mayMoveEarlier={mayMoveEarlier} isBusy={isBusy} />, {
    answers,
  });
}
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name, hidden: true }));
const soon = () => Math.ceil(Date.now() / 60_000) * 60_000 + hour;

describe('the scheduled stop on the page', () => {
  it('is one hour later after one click', async () => {
    const stopsAt = soon();
    const { sent } = show({ stopsAt });
    await press('+1 h');
    await waitFor(() => expect(sent).toContainEqual({ call: key, body: { stopsAt, until: stopsAt + hour } }));
  });

  it('is at the chosen time, and the page says when the limits allow no such time', async () => {
    const stopsAt = soon();
    const { sent } = show({ stopsAt });
    await press('Change time…');
    const field = await screen.findByLabelText('Stops at');
    expect(field).toHaveProperty('value', expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/));
    fireEvent.change(field, { target: { value: '2040-05-01T21:30' } });
    await press('Change');
    const until = new Date(2040, 4, 1, 21, 30).getTime();
    await waitFor(() => expect(sent).toContainEqual({ call: key, body: { stopsAt, until } }));
    expect(await screen.findByText(/^The latest stop that the limits allow is /)).toBeTruthy();
  });

  it('is chosen in sight of the players who are on', async () => {
    const now = Date.now();
    const named = [
      { name: 'Anna', since: now },
      { name: 'Bo', since: now },
    ];
    const players = { seenAt: now, online: 3, named, lastPlayedAt: now, idleStopAt: now + hour, isSilent: false };
    show({ stopsAt: soon(), players });
    await press('Change time…');
    expect(await screen.findByText('Anna, Bo and 1 more are on.')).toBeTruthy();
  });

  it('is not moved earlier by who may not stop the server', async () => {
    const stopsAt = soon() + 20_000;
    show({ stopsAt, mayMoveEarlier: false });
    await press('Change time…');
    const field = await screen.findByLabelText<HTMLInputElement>('Stops at');
    expect(field.min).toBe(field.value);
    expect(new Date(field.value).getTime()).toBe(stopsAt + 40_000);
  });

  it('is not moved during an action, and cannot be moved when it has passed', async () => {
    show({ stopsAt: soon(), isBusy: true });
    expect(await screen.findByRole('button', { name: '+1 h' })).toHaveProperty('disabled', true);
    show({ stopsAt: 1 });
    expect(screen.getAllByRole('button')).toHaveLength(2);
  });
});
