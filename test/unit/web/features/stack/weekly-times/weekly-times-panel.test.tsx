/** @jest-environment jsdom */
import { describe, expect, it } from '@jest/globals';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { NextStart } from 'web/features/stack/detail/next-start.tsx';
import WeeklyTimesPanel from 'web/features/stack/weekly-times/weekly-times-panel.tsx';
import { renderPart } from '../../../../../support/browser/render.tsx';

const base = '/api/minecraft_bedrock/v2/survival/times';
const friday = { days: [5], from: '20:00', until: '24:00' };

const show = (data: object = {}, mayChange = true) =>
  renderPart(<WeeklyTimesPanel stackName="survival" mayChange={mayChange} />, {
    answers: {
      [`GET ${base}`]: {
        body: { data: { version: 3, by: 'Bob', timeZone: 'Asia/Shanghai', times: [friday], ...data } },
      },
      [`PUT ${base}`]: { body: {} },
    },
  });
const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save' }));

describe('the weekly times of a stack', () => {
  it('are changed by their days, beginnings and ends', async () => {
    const { sent } = show();
    fireEvent.click(await screen.findByLabelText('Sat'));
    fireEvent.change(screen.getByLabelText('From'), { target: { value: '19:30' } });
    fireEvent.click(screen.getByRole('button', { name: 'Add time' }));
    expect(screen.getByText(/Saved by Bob\./)).toBeTruthy();
    save();
    const times = [{ days: [5, 6], from: '19:30', until: '24:00' }, friday];
    const body = { version: 3, timeZone: 'Asia/Shanghai', times };
    await waitFor(() => expect(sent).toContainEqual({ call: `PUT ${base}`, body }));
    expect(await screen.findByText('Saved.')).toBeTruthy();
  });

  it('are removed, and have the zone of the browser at first', async () => {
    const { sent } = show({ version: 0, by: '', timeZone: 'UTC', times: [] });
    fireEvent.click(await screen.findByRole('button', { name: 'Add time' }));
    fireEvent.click(screen.getByRole('button', { name: 'Remove time 1' }));
    expect(screen.getByText('No times yet.')).toBeTruthy();
    save();
    const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
    await waitFor(() =>
      expect(sent).toContainEqual({ call: `PUT ${base}`, body: { version: 0, timeZone, times: [] } }),
    );
  });

  it('need a day, and are not saved without one', async () => {
    const { sent } = show();
    fireEvent.click(await screen.findByLabelText('Fri'));
    save();
    expect((await screen.findByRole('alert')).textContent).toBe('Choose at least one day for each time.');
    expect(sent.map(({ call }) => call)).not.toContain(`PUT ${base}`);
  });

  it('can be read without access', async () => {
    show({}, false);
    expect(await screen.findByText(/Times are in the time zone Asia\/Shanghai\./)).toBeTruthy();
    expect(screen.queryByRole('button')).toBeNull();
    expect(screen.getByRole('group', { name: 'Time 1' })).toHaveProperty('disabled', true);
  });
});

describe('the next start', () => {
  it('is said with the start that was missed', () => {
    const time = new Date(2026, 10, 20, 20).getTime();
    renderPart(<NextStart nextStart={Date.now() + 60_000} missed={{ time, reason: 'Only one stack may run.' }} />);
    expect(screen.getByRole('alert').textContent).toMatch(
      /^The server did not start at .*11-20 20:00 as planned\. Only one stack may run\.$/,
    );
    expect(screen.getByText(/^Starts automatically at/)).toBeTruthy();
  });
});
