/** `npm run bench`: measures the goals of README.md, each beside its anchor. `npm run bench -- 5 8` does only those. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { synthesize } from './functions/deployment.ts';
import { coldInitRows, measureColdInit } from './functions/cold-init.ts';
import { conversationRoute, firstLoadRows, measureFirstLoads } from './browser/first-load.ts';
import { markdownRows, measureMarkdown } from './browser/markdown.ts';
import { measureRefreshPage, refreshPageRows } from './refresh/refresh-page.ts';
import { houseListRows, measureHouseLists, measureReadAll, readAllRow } from './houses/house-lists.ts';
import { measureSearch, searchRows } from './search/message-search.ts';
import { idleCostRows } from './idle-cost.ts';
import type { Row } from './row.ts';
import { worldSize } from './world-size.ts';
import { tableOf } from './table.ts';

interface Measurement {
  rows: number[];
  what: string;
  run: () => Promise<Row[]>;
}

const measurements: Measurement[] = [
  {
    rows: [1, 2],
    what: 'first loads in a browser',
    run: async () =>
      firstLoadRows(await measureFirstLoads(['/', '/auth', '/stack', '/ljmonitor', '/chat', conversationRoute])),
  },
  { rows: [5], what: 'cold starts of every function', run: async () => coldInitRows(measureColdInit(25)) },
  {
    rows: [8],
    what: 'refreshes of an unchanged page',
    run: async () => refreshPageRows(await measureRefreshPage(400)),
  },
  { rows: [11], what: 'an idle month', run: async () => idleRows() },
  { rows: [13], what: 'drawing a long answer', run: async () => markdownRows(measureMarkdown(60)) },
  {
    rows: [14],
    what: 'searches of 10,000 messages',
    run: async () => searchRows(await measureSearch(10_000, 60)),
  },
  {
    rows: [15],
    what: 'lists of 20,000 houses',
    run: async () => houseListRows(await measureHouseLists(40, 500, 40)),
  },
  { rows: [16], what: "'read all' of 500 houses", run: async () => [readAllRow(await measureReadAll(20))] },
];

const root = fileURLToPath(new URL('..', import.meta.url));
const wanted = process.argv.slice(2).map(Number);
const chosen = measurements.filter(({ rows }) => wanted.length === 0 || rows.some((row) => wanted.includes(row)));
const known = measurements.flatMap(({ rows }) => rows);
const unknown = process.argv.slice(2).find((word) => !known.includes(Number(word)));

if (unknown === undefined) await measure();
else {
  console.error(`There is no row ${unknown} here, only ${known.join(', ')}.`);
  process.exitCode = 1;
}

async function measure() {
  await step('building', async () => execFileSync('npm', ['run', '--silent', 'build'], { cwd: root, stdio: 'pipe' }));
  const rows: Row[] = [];
  for (const { rows: numbers, what, run } of chosen) {
    rows.push(...(await step(`row ${numbers.join(' and ')}: ${what}`, run)));
  }
  const shown = rows.filter(({ row }) => wanted.length === 0 || wanted.includes(row)).toSorted((a, b) => a.row - b.row);
  console.log(`\n${tableOf(shown)}`);
}

function idleRows(): Row[] {
  const deployment = synthesize();
  deployment.remove();
  const bootScript = readFileSync(new URL('../infra/src/game-server/scripts/boot.sh', import.meta.url), 'utf8');
  return idleCostRows(deployment.resources, worldSize(bootScript));
}

async function step<Result>(what: string, work: () => Promise<Result>): Promise<Result> {
  process.stdout.write(`${what} … `);
  const start = performance.now();
  const result = await work();
  console.log(`${((performance.now() - start) / 1000).toFixed(0)} s`);
  return result;
}
