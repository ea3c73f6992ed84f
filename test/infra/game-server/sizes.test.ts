import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { gameIds } from 'shared-types/rules/stack/game';
import { serverSizes, sizePricesOf } from 'shared-types/rules/stack/server-sizes';

const names = { bedrock: 'Bedrock', java: 'Java' };
const monthlyHours = [20, 60, 120, 730];

it('docs/operations.md has the sizes of servers that the site shows, with their costs of a month', () => {
  const operations = readFileSync('docs/operations.md', 'utf8');
  const rows = [...operations.matchAll(/^\| `t3.*\|$/gm)].map(([row]) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
  const expected = serverSizes.map(({ instanceType, memoryGb, players, hourlyPrice }) => [
    `\`${instanceType}\``,
    `${memoryGb} GB`,
    gameIds.flatMap((game) => (players[game] ? [`${names[game]}, up to ${players[game]}`] : [])).join('; '),
    hourlyPrice.toFixed(3),
    ...monthlyHours.map((hours) => (Math.round(hours * hourlyPrice * 1000) / 1000).toFixed(2)),
  ]);
  expect(rows).toEqual(expected);
  expect(operations.replaceAll(/\s+/g, ' ')).toContain(`at list prices of us-east-1 as known in ${sizePricesOf},`);
});
