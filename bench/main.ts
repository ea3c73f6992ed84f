/** `npm run bench`: measures the goals of README.md, each beside its anchor. `npm run bench -- 5 8` does only those. */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import { answerCostRow } from './chat/answer-cost.ts';
import { apiHandlerRows, measureApiHandler } from './functions/api-handler.ts';
import { bootRows, measureBoots } from './local/boot.ts';
import { chatListRows, measureChatLists } from './chat/lists.ts';
import { synthesize } from './functions/deployment.ts';
import { measureMessageSearch, messageSearchRows } from './chat/message-search.ts';
import { killRows, measureKills } from './chat/kills.ts';
import { measureReply, replyRows } from './chat/reply.ts';
import { firstWordsRows, measureFirstWords } from './chat/text-lag.ts';
import { coldInitRows, measureColdInit } from './functions/cold-init.ts';
import { conversationRoute, firstLoadRows, measureFirstLoads } from './browser/first-load.ts';
import { lighthouseRows, measureLighthouse } from './browser/lighthouse.ts';
import { longConversationRows, measureLongConversation } from './browser/long-conversation.ts';
import { longListRows, measureLongList } from './browser/long-lists.ts';
import { houseListRows, measureHouseList } from './monitor/house-list.ts';
import { houseQueryRows, measureHouseQueries } from './monitor/house-queries.ts';
import { markdownRows, measureMarkdown } from './browser/markdown.ts';
import { measureReadAll, readAllRows } from './monitor/read-all.ts';
import { measureRefreshPage, refreshPageRows } from './monitor/refresh-page.ts';
import { measureRefreshRun, refreshRunRows, scaleRows } from './monitor/refresh-run.ts';
import { idleCostRows } from './idle-cost.ts';
import type { Row } from './row.ts';
import { measureGuessing, guessingRows } from './auth/guessing.ts';
import { measureSessionChecks, sessionCheckRows } from './functions/session-checks.ts';
import { measureSlowLoads, slowLoadRows } from './browser/slow-loads.ts';
import { measureStacks, stackRows } from './stack/stacks.ts';
import { measureVisibleLag, visibleLagRows } from './chat/visible-lag.ts';
import { worldSize } from './stack/world-size.ts';
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
  {
    rows: [3],
    what: 'loads on a slow connection',
    run: async () => slowLoadRows(await measureSlowLoads(9)),
  },
  {
    rows: [4],
    what: 'Lighthouse, three times a screen (installs it first)',
    run: async () => lighthouseRows(await measureLighthouse(['/', '/auth', '/ljmonitor', '/stack', '/chat'], 3)),
  },
  { rows: [5], what: 'cold starts of every function', run: async () => coldInitRows(measureColdInit(25)) },
  { rows: [6], what: 'the API handler', run: async () => apiHandlerRows(await measureApiHandler(3000)) },
  {
    rows: [7],
    what: 'the house list (writes 100,000 houses first)',
    run: async () => houseListRows(await measureHouseList([10, 30, 100_000], 500)),
  },
  {
    rows: [7],
    what: 'the lists of the chat (writes 100,000 of each first)',
    run: async () => chatListRows(await measureChatLists([10, 20, 100_000], 500)),
  },
  {
    rows: [8],
    what: 'refreshes of an unchanged page',
    run: async () => refreshPageRows(await measureRefreshPage(400)),
  },
  {
    rows: [8],
    what: 'a refresh of 20 communities',
    run: async () => refreshRunRows(await measureRefreshRun(20, 3)),
  },
  {
    rows: [8],
    what: 'a refresh of 100 communities of 300 houses',
    run: async () => scaleRows(await measureRefreshRun(100, 10)),
  },
  { rows: [9], what: 'first words of an answer', run: async () => firstWordsRows(await measureFirstWords(30)) },
  {
    rows: [9],
    what: 'text that grows in a browser',
    run: async () => {
      const lags = [];
      for (const [tokens, perSecond] of [
        [2000, 40],
        [2000, 80],
        [6000, 80],
      ] as const)
        lags.push(await measureVisibleLag(tokens, perSecond));
      return lags.flatMap(visibleLagRows);
    },
  },
  {
    rows: [10],
    what: 'two answers of 2,000 tokens',
    run: async () => [
      answerCostRow(await measureReply(8_000, 25), 80, 0.000_3),
      answerCostRow(await measureReply(8_000, 50), 40, 0.000_6),
    ],
  },
  { rows: [10], what: 'a reply of 16 KB', run: async () => replyRows(await measureReply(16 * 1024, 40)) },
  {
    rows: [14],
    what: 'stacks at the pace of AWS',
    run: async () => stackRows(await measureStacks({ stacks: 10, tabs: 10 })),
  },
  { rows: [11], what: 'the bill of a month without visitors', run: async () => idleRows() },
  {
    rows: [15],
    what: '200 session checks a second',
    run: async () => sessionCheckRows(await measureSessionChecks({ perSecond: 200, seconds: 10 })),
  },
  {
    rows: [16],
    what: 'a sign-in while strangers guess',
    run: async () => guessingRows(await measureGuessing({ perMinute: 1000, addresses: 100, seconds: 30 })),
  },
  { rows: [17], what: 'a list of 5,000 houses', run: async () => longListRows(await measureLongList(5_000)) },
  {
    rows: [17],
    what: 'a conversation of 2,000 messages',
    run: async () => longConversationRows(await measureLongConversation(2_000)),
  },
  {
    rows: [20],
    what: 'orders, filters and a search of 20,000 houses',
    run: async () => houseQueryRows(await measureHouseQueries([300, 20_000], 30)),
  },
  { rows: [20], what: 'read all of 500 houses', run: async () => readAllRows(await measureReadAll(20)) },
  {
    rows: [21],
    what: 'a search of 10,000 messages',
    run: async () => messageSearchRows(await measureMessageSearch(10_000, 9)),
  },
  { rows: [18], what: 'twenty kills while the chat answers', run: async () => killRows(await measureKills(20)) },
  { rows: [12], what: 'two starts', run: async () => bootRows(await measureBoots()) },
  { rows: [13], what: 'drawing a long answer', run: async () => markdownRows(measureMarkdown(60)) },
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
  // Results are kept of whole runs only: ratios of different hours do not belong side by side.
  if (wanted.length === 0) writeFileSync(new URL('results.json', import.meta.url), resultsOf(shown));
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

function resultsOf(rows: Row[]) {
  const machine = {
    cores: availableParallelism(),
    cpu: cpus()[0]?.model ?? 'unknown',
    memoryGb: Math.round(totalmem() / 1e9),
    node: process.version,
  };
  return `${JSON.stringify({ date: new Date().toISOString(), machine, rows }, null, 2)}\n`;
}
