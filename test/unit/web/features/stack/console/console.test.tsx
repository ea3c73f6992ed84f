/** @jest-environment jsdom */
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import ConsolePanel from 'web/features/stack/console/console-panel.tsx';
import { renderPart } from '../../../../../support/browser/render.tsx';

const base = '/api/minecraft_bedrock/v2/survival/console';
const commandId = '0c5b6d1e-7a3f-4f43-9d0e-3f6c7a1b2c3d';
Element.prototype.scrollTo = () => {};

const show = (output: { state: string; output: string }) =>
  renderPart(<ConsolePanel stackName="survival" />, {
    answers: {
      [`POST ${base}/log`]: { body: { commandId } },
      [`POST ${base}/commands`]: { body: { commandId } },
      [`GET ${base}/commands/${commandId}`]: { body: { data: output } },
    },
  });
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const send = () => fireEvent.click(screen.getByRole('button', { name: 'Send' }));

describe('the console of a game', () => {
  it('shows the log, and the output of a command', async () => {
    const { sent } = show({ state: 'done', output: 'Server started.\n' });
    await waitFor(() => expect(screen.getByRole('group').textContent).toBe('Server started.'), { timeout: 4000 });
    type('Command', '/list');
    send();
    await waitFor(() => expect(screen.getByRole('status').textContent).toBe('Server started.'), { timeout: 4000 });
    expect(sent).toContainEqual({ call: `POST ${base}/commands`, body: { command: 'list' } });
    expect(sent.filter(({ call }) => call === `POST ${base}/log`)).toHaveLength(2);
  });

  it.each([
    ['message', 'Message', 'Dinner! 你好', 'say Dinner! 你好'],
    ['kick', 'Player', 'Ann B', 'kick "Ann B"'],
  ])('sends a %s', async (kind, label, line, command) => {
    const { sent } = show({ state: 'done', output: '' });
    type('What to send', kind);
    type(label, line);
    send();
    await waitFor(() => expect(sent).toContainEqual({ call: `POST ${base}/commands`, body: { command } }));
    await screen.findByText('Sent. The game returned no output.', {}, { timeout: 4000 });
  });

  it('sends no name with a quote, and says why a command failed', async () => {
    const { sent } = show({ state: 'failed', output: 'The game is not running.' });
    type('What to send', 'kick');
    type('Player', 'a" b');
    send();
    expect(await screen.findByText(/^Enter a name of at most 40 characters/)).toBeTruthy();
    expect(sent.map(({ call }) => call)).not.toContain(`POST ${base}/commands`);
    expect(await screen.findByText('The game is not running.', {}, { timeout: 4000 })).toBeTruthy();
  });
});

const sendAndPass = async (ms: number) => {
  type('Command', 'list');
  send();
  await act(() => jest.advanceTimersByTimeAsync(ms));
};
const answer = () => screen.getByLabelText('Answer').textContent;

describe('the wait for a command', () => {
  afterEach(() => {
    jest.useRealTimers();
  });

  it('ends after a minute and a half, and says what to do before the command is sent again', async () => {
    jest.useFakeTimers();
    show({ state: 'pending', output: '' });
    await sendAndPass(94_000);
    expect(answer()).toBe('');
    await act(() => jest.advanceTimersByTimeAsync(2_000));
    expect(answer()).toMatch(/^The server did not respond in time\. The command may have had its effect: read the log/);
    expect(screen.getByText(/^The server did not respond in time\. Try again\./)).toBeTruthy();
    expect(screen.getByLabelText('Command')).toHaveProperty('value', 'list');
  });

  it('ends after a minute and a half also when no answer of the site comes', async () => {
    jest.useFakeTimers();
    renderPart(<ConsolePanel stackName="survival" />, {
      answers: { [`POST ${base}/commands`]: { body: { commandId } } },
    });
    await sendAndPass(96_000);
    expect(answer()).toMatch(/^The server did not respond in time\./);
  });

  it.each([
    [503, 'unavailable', /^The server did not respond in time\./],
    [409, 'conflict', /^Survival is not running, so it has no console\.$/],
  ])('goes on while the site is unavailable, and ends when the server is gone: %d', async (status, errorCode, text) => {
    jest.useFakeTimers();
    renderPart(<ConsolePanel stackName="survival" />, {
      answers: {
        [`POST ${base}/commands`]: { body: { commandId } },
        [`GET ${base}/commands/${commandId}`]: {
          status,
          body: { errorCode, message: 'survival is not running, so it has no console.' },
        },
      },
    });
    await sendAndPass(96_000);
    expect(answer()).toMatch(text);
    expect(screen.queryByText('Could not send.')).toBeNull();
  });
});
