/** @jest-environment jsdom */
import { describe, expect, it } from '@jest/globals';
import { fireEvent, screen, waitFor } from '@testing-library/react';
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
