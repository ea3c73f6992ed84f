/** @jest-environment jsdom */
import { describe, expect, it } from '@jest/globals';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import PlayerListsPanel from 'web/features/stack/console/player-lists.tsx';
import { renderPart, type RenderOptions } from '../../../../../support/browser/render.tsx';

const base = '/api/minecraft_bedrock/v2/survival';
const commandId = '0c5b6d1e-7a3f-4f43-9d0e-3f6c7a1b2c3d';
const lists = { version: 4, isAllowListOn: false, allowed: ['Ann'], operators: [] };

const show = (
  taken: string | null = null,
  output = { state: 'done', output: '' },
  game: 'bedrock' | 'java' = 'bedrock',
) =>
  renderPart(<PlayerListsPanel game={game} stackName="survival" />, {
    answers: {
      [`GET ${base}/players`]: { body: { data: lists } },
      [`PUT ${base}/players`]: { body: { commandId: taken } },
      [`GET ${base}/console/commands/${commandId}`]: { body: { data: output } },
    },
  });
const type = async (label: string, value: string) =>
  fireEvent.change(await screen.findByLabelText(label), { target: { value } });
const namesOf = (label: string) => screen.getByLabelText<HTMLTextAreaElement>(label).value;
const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save' }));

describe('the lists of players on the page', () => {
  it('are saved with names of any script, each once, for the next start', async () => {
    const { sent } = show();
    await type('Allow list', 'Ann\n 小明 B \n\nAnn');
    await type('Operators', '小明 B');
    fireEvent.click(screen.getByRole('checkbox'));
    save();
    const body = { version: 4, isAllowListOn: true, allowed: ['Ann', '小明 B'], operators: ['小明 B'] };
    await waitFor(() => expect(sent).toContainEqual({ call: `PUT ${base}/players`, body }));
    expect(await screen.findByText(/within two minutes of its next start/)).toBeTruthy();
  });

  it.each([
    ['bedrock', /^One gamertag a line/],
    ['java', /^One name of Java Edition a line/],
  ] as const)('ask for the names that the game knows: %s', async (game, note) => {
    show(null, undefined, game);
    expect(await screen.findAllByText(note)).toHaveLength(2);
  });

  it.each([
    [
      { state: 'done', output: 'Cy has not joined.' },
      /^Saved\. The running game now uses these lists\.\s+Cy has not joined\.$/,
    ],
    [
      { state: 'failed', output: 'The game is not running.' },
      /^Saved, but the game does not have these lists yet; the site sends them again .*\s+The game is not running\.$/,
    ],
    [
      { state: 'failed', output: 'Later lists have arrived already.' },
      /^Saved, but the game got later lists first\. Check the lists above\. If yours are there, /,
    ],
  ])('tell what the running game says: %#', async (output, text) => {
    show(commandId, output);
    await screen.findByLabelText('Operators');
    save();
    expect(await screen.findByText(text, {}, { timeout: 4000 })).toBeTruthy();
  });

  it.each([
    ['keep what is typed during a save', ['Ann', 'Bob'], 'Ann\nBob\nCy'],
    ['show those of another person in its place', ['Eve'], 'Eve'],
  ])('%s', async (_, stored, shown) => {
    const put = Promise.withResolvers<{ body: { commandId: null } }>();
    const answers: RenderOptions['answers'] = {
      [`GET ${base}/players`]: { body: { data: lists } },
      [`PUT ${base}/players`]: put.promise,
    };
    const { sent, client } = renderPart(<PlayerListsPanel game="bedrock" stackName="survival" />, { answers });
    await type('Allow list', 'Ann\nBob');
    answers[`GET ${base}/players`] = { body: { data: { ...lists, allowed: stored, version: 5 } } };
    save();
    await type('Allow list', 'Ann\nBob\nCy');
    put.resolve({ body: { commandId: null } });
    const key = ['stack', 'survival', 'players'];
    await waitFor(() => expect(client.getQueryData(key)).toMatchObject({ version: 5 }));
    await waitFor(() => expect(namesOf('Allow list')).toBe(shown));
    fireEvent.click(await screen.findByRole('button', { name: 'Save' }));
    const body = { version: 5, isAllowListOn: false, allowed: shown.split('\n'), operators: [] };
    await waitFor(() => expect(sent).toContainEqual({ call: `PUT ${base}/players`, body }));
  });

  it.each([
    ['a "name"', /cannot be a player name/],
    [Array.from({ length: 31 }, (_, index) => `Player ${index}`).join('\n'), /too long/],
  ])('are not saved with a wrong name or too many: %#', async (names, problem) => {
    const { sent } = show();
    await type('Allow list', names);
    save();
    expect(await screen.findByText(problem)).toBeTruthy();
    expect(sent.map(({ call }) => call)).not.toContain(`PUT ${base}/players`);
  });
});
