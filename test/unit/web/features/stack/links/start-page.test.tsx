/** @jest-environment jsdom */
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import type { LinkedServer } from 'shared-types/contract/stack/links';
import { linkAddress, readLinkHash } from 'web/features/stack/links/link-address';
import StartPage, { describeVisit } from 'web/features/stack/links/start-page.tsx';
import { renderPart, type RenderOptions } from '../../../../../support/browser/render.tsx';

const link = { stackName: 'bedrock-survival', secret: 'Aa0_-'.repeat(8) + 'xyz' };
const [look, start] = ['look', 'start'].map((step) => `POST /api/minecraft_bedrock/link/${step}`);
const off: LinkedServer = {
  stackName: link.stackName,
  state: 'off',
  hasFailed: false,
  outputs: [],
  stopsAt: null,
  online: null,
  expiryTime: Date.now() + 86_400_000,
};
const up: LinkedServer = {
  ...off,
  state: 'up',
  outputs: [
    { outputKey: 'ServerAddress', outputValue: '18.177.42.9' },
    { outputKey: 'ServerPort', outputValue: '19132' },
  ],
};
const bodyOf = (data: LinkedServer) => ({ body: { data } });
const show = (options: Parameters<typeof renderPart>[1], hash = linkAddress('', link).slice('/stack/start'.length)) =>
  renderPart(<StartPage />, { path: `/stack/start${hash}`, ...options });

afterEach(() => void jest.useRealTimers());

describe('the page of a start link', () => {
  it('shows the ways into a server that is up', async () => {
    show({ answers: { [`${look}`]: bodyOf(up) } });
    expect(await screen.findByText('18.177.42.9:19132')).toBeTruthy();
    expect(screen.getByRole('link').getAttribute('href')).toBe(
      'minecraft:?addExternalServer=bedrock-survival|18.177.42.9:19132',
    );
    expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      'Copy',
      'Copy address',
      'Copy port',
    ]);
  });

  it('shows the address of a Java server without a link, which that game has not, and who can join', async () => {
    show({ answers: { [`${look}`]: bodyOf({ ...up, game: 'java' }) } });
    expect(await screen.findByText('18.177.42.9:19132')).toBeTruthy();
    expect(screen.queryByRole('link')).toBeNull();
    expect(screen.getByText(/It needs Java Edition on Windows, macOS or Linux\./)).toBeTruthy();
  });

  it.each([
    ['18.177.42.9', true],
    ['survival.play.example.org', false],
  ])('says whether the address %s changes', async (outputValue, changes) => {
    const outputs = [{ outputKey: 'ServerAddress', outputValue }, ...up.outputs.slice(1)];
    show({ answers: { [`${look}`]: bodyOf({ ...up, outputs }) } });
    await screen.findByText(`${outputValue}:19132`);
    expect(screen.queryByText(/The address changes with each start/) !== null).toBe(changes);
  });

  it('says that the last start failed, and offers another', async () => {
    show({ answers: { [`${look}`]: bodyOf({ ...off, hasFailed: true }) } });
    expect(await screen.findByText(/^The last start failed/)).toBeTruthy();
    expect(screen.getByRole('button').textContent).toBe('Start');
  });

  it.each([
    ['after a start that failed', true, /^The last start failed\. Try again at .+, or tell the person/],
    ['after a stop', false, /^You can start it again at .+\.$/],
  ])('offers a start when the link may begin one: %s', async (_, hasFailed, text) => {
    jest.useFakeTimers();
    show({ answers: { [`${look}`]: bodyOf({ ...off, hasFailed, startableFrom: Date.now() + 300_000 }) } });
    expect(await screen.findByText(text)).toBeTruthy();
    expect(screen.queryByRole('button')).toBeNull();
    await act(() => jest.advanceTimersByTimeAsync(320_000));
    expect(screen.queryByText(text)).toBeNull();
    expect(screen.getByRole('button').textContent).toBe('Start');
  });

  it.each([
    [look, 'Could not find the server.'],
    [start, 'Could not start the server.'],
  ])('says why it was refused: %s', async (call, what) => {
    const message = 'This link does not work.';
    show({
      answers: { [`${look}`]: bodyOf(off), [`${call}`]: { status: 403, body: { errorCode: 'forbidden', message } } },
    });
    if (call === start) fireEvent.click(await screen.findByRole('button', { name: 'Start' }));
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain(`${what} ${message}`);
    await waitFor(() => expect(screen.queryByText('Starting…')).toBeNull());
  });

  it('goes on looking after a look that failed, and while the server is up, until the link is refused', async () => {
    jest.useFakeTimers();
    const answers: RenderOptions['answers'] = { [`${look}`]: bodyOf({ ...off, state: 'starting' }) };
    const { sent } = show({ answers });
    expect(await screen.findByText(/^The server is starting/)).toBeTruthy();
    answers[`${look}`] = { status: 503, body: { errorCode: 'unavailable', message: 'AWS is not responding.' } };
    await act(() => jest.advanceTimersByTimeAsync(15_000));
    expect(screen.getByRole('alert').textContent).toContain('Could not update this page. Temporarily unavailable.');
    answers[`${look}`] = bodyOf(up);
    await act(() => jest.advanceTimersByTimeAsync(10_000));
    expect(screen.getByText('The server is up.')).toBeTruthy();
    answers[`${look}`] = bodyOf({ ...up, outdatedSince: Date.now() });
    await act(() => jest.advanceTimersByTimeAsync(60_000));
    expect(screen.getByText(/^AWS is not responding. This is the state as of/)).toBeTruthy();
    answers[`${look}`] = { status: 403, body: { errorCode: 'forbidden', message: 'This link does not work.' } };
    await act(() => jest.advanceTimersByTimeAsync(15_000));
    expect(screen.getByRole('alert').textContent).toContain('This link does not work.');
    const calls = sent.length;
    await act(() => jest.advanceTimersByTimeAsync(600_000));
    expect(sent).toHaveLength(calls);
  });

  it.each(['', '#', `#${link.stackName}.short`, `#${link.secret}`, `#../x.${link.secret}`])(
    'asks for the whole link when it has only %s',
    async (hash) => {
      const { sent } = show({}, hash);
      expect(await screen.findByText(/^This link is not complete/)).toBeTruthy();
      expect(sent).toEqual([]);
    },
  );

  it('reads what it writes', () => {
    const { hash } = new URL(linkAddress('https://my.site', link));
    expect(readLinkHash(hash)).toEqual(link);
  });

  it('describes players and stop as far as they are known', () => {
    expect(describeVisit(up, 0)).toBe('');
    expect(describeVisit({ ...up, online: 1 }, 0)).toBe('1 player');
    expect(describeVisit({ ...up, online: 2, stopsAt: 3_600_000 }, 0)).toMatch(
      /^2 players · stops at .*, earlier if empty$/,
    );
  });
});
