/** @jest-environment jsdom */
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, fireEvent, screen } from '@testing-library/react';
import { StackList } from 'web/features/stack/list/stack-list.tsx';
import { renderPart, type RenderOptions } from '../../../../support/browser/render.tsx';
import { info, log, rights } from '../../../../support/site/stacks.ts';

const api = 'GET /api/minecraft_bedrock/v2';
const now = Date.now();
const atRest = { awsStackInfo: null, actionLogs: [], rights };
const active = { awsStackInfo: info({ creationTime: now }), actionLogs: [log({ syncTime: now })], rights };
const all = `${api}?describe=survival%2Ccreative%2Cflat`;

beforeEach(() => void jest.useFakeTimers({ now }));
afterEach(() => void jest.useRealTimers());

function show(answers: NonNullable<RenderOptions['answers']>) {
  const list = { [api]: { body: { data: ['survival', 'creative', 'flat'], access: 'none' } } };
  const { sent } = renderPart(<StackList />, { answers: { ...list, ...answers } });
  return { calls: () => sent.map(({ call }) => call).filter((call) => call !== api) };
}

describe('the cards of the list', () => {
  it('are loaded by one call, and polled by one call as long as they are active', async () => {
    const { calls } = show({
      [all]: { body: { described: { survival: active, creative: active, flat: atRest } } },
      [`${api}?describe=survival%2Ccreative`]: { body: { described: { survival: active, creative: atRest } } },
      [`${api}/survival/description`]: { body: { data: active } },
    });
    expect(await screen.findAllByText('Starting: the server is up.')).toHaveLength(2);
    expect(calls()).toEqual([all]);
    await act(() => jest.advanceTimersByTimeAsync(5_100));
    expect(calls().slice(1)).toEqual([`${api}?describe=survival%2Ccreative`]);
    expect(await screen.findAllByText('Not running.')).toHaveLength(2);
    await act(() => jest.advanceTimersByTimeAsync(5_100));
    expect(calls().slice(2)).toEqual([`${api}/survival/description`]);
  });

  it('have an error each when their call fails, and are loaded again each for itself', async () => {
    const { calls } = show({
      [all]: { status: 503, body: { errorCode: 'unavailable', message: '' } },
      [`${api}/flat/description`]: { body: { data: atRest } },
    });
    expect(await screen.findAllByRole('alert')).toHaveLength(3);
    fireEvent.click(screen.getAllByRole('button', { name: 'Retry' })[2] ?? document.body);
    expect(await screen.findByText('Not running.')).toBeTruthy();
    expect(screen.getAllByRole('alert')).toHaveLength(2);
    expect(calls()).toEqual([all, `${api}/flat/description`]);
  });

  it('show what is known when one of them is unknown', async () => {
    show({ [all]: { body: { described: { survival: active, flat: atRest } } } });
    expect(await screen.findByText('Starting: the server is up.')).toBeTruthy();
    const alerts = screen.getAllByRole('alert').map(({ textContent }) => textContent);
    expect(alerts).toEqual([expect.stringContaining('Temporarily unavailable.')]);
  });
});
