/** @jest-environment jsdom */
import { expect, it } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import type { GameId } from 'shared-types/rules/stack/game';
import HoursPanel from 'web/features/stack/hours/hours-panel.tsx';
import { renderPart } from '../../../../../support/browser/render.tsx';

const show = (game: GameId, instanceType: string) =>
  renderPart(<HoursPanel stackName="survival" game={game} />, {
    answers: {
      'GET /api/minecraft_bedrock/v2/survival/hours': {
        body: { hours: 3, instanceType, hourlyPrice: 0.02, maxUptimeHours: 6 },
      },
      'GET /api/minecraft_bedrock/hours': { body: { hours: 41.5, hourLimit: 60, siteHourLimit: 120 } },
    },
  });

it('names all limits of a server, whoever starts it', async () => {
  show('bedrock', 't3.small');
  const text =
    'A start plans its stop after 6 hours at the latest, and before the servers that you start have run 60 hours in a month (41.5 hours so far) or all servers of the site 120 hours.';
  expect(await screen.findByText(new RegExp(text.replaceAll(/[().]/g, String.raw`\$&`)))).toBeTruthy();
});

it.each([
  ['bedrock', 't3.small', 6, 't3.small this server 2 GB 10 $0.028'],
  ['java', 't3.large', 4, 't3.large this server 8 GB 20 $0.090'],
] as const)(
  'shows the sizes of a %s server with their prices, and how to change the size',
  async (game, size, rows, own) => {
    show(game, size);
    const table = await screen.findByRole('table');
    const shown = within(table)
      .getAllByRole('row')
      .slice(1)
      .map((row) =>
        within(row)
          .getAllByRole('cell')
          .map((cell) => cell.textContent)
          .join(' '),
      );
    expect(shown).toHaveLength(rows);
    expect(shown.filter((row) => row.includes('this server'))).toEqual([own]);
    expect(
      screen.getByText(/the owner sets InstanceType and hourlyPrice of this server in cdk.json and deploys/),
    ).toBeTruthy();
  },
);
