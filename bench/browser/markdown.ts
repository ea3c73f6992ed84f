import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import { median, milliseconds, row, times, type Row } from '../row.ts';
import { viteBuild } from './vite-build.ts';

const root = fileURLToPath(new URL('markdown', import.meta.url));
const Race = z.object({
  bytes: z.number(),
  times: z.array(z.object({ ours: z.number(), theirs: z.number() })),
  hostile: z.array(
    z.object({ name: z.string(), times: z.array(z.object({ hostile: z.number(), plain: z.number() })) }),
  ),
});

export interface MarkdownTimes {
  bytes: number;
  oursMs: number;
  theirsMs: number;
  /** Answers that are meant to freeze the page, and plain answers of as many bytes. */
  hostile: { name: string; hostileMs: number; plainMs: number }[];
}

/** Draws a long answer `rounds` times with our reader and with react-markdown, in one process, in turns. */
export function measureMarkdown(rounds: number): MarkdownTimes {
  const outDir = mkdtempSync(join(tmpdir(), 'markdown-'));
  try {
    viteBuild(root, outDir);
    const raceArguments = [join(outDir, 'race.js'), String(32 * 1024), String(rounds)];
    const printed = execFileSync(process.execPath, raceArguments, { encoding: 'utf8' });
    const race = Race.parse(JSON.parse(printed));
    return {
      bytes: race.bytes,
      oursMs: median(race.times.map(({ ours }) => ours)),
      theirsMs: median(race.times.map(({ theirs }) => theirs)),
      hostile: race.hostile.map(({ name, times: measured }) => ({
        name,
        hostileMs: median(measured.map(({ hostile }) => hostile)),
        plainMs: median(measured.map(({ plain }) => plain)),
      })),
    };
  } finally {
    rmSync(outDir, { recursive: true });
  }
}

const maxShareOfTheirTime = 0.1;
const maxHostileRatio = 3;

export function markdownRows({ oursMs, theirsMs, hostile }: MarkdownTimes): Row[] {
  const ratio = oursMs / theirsMs;
  return [
    row(
      13,
      'drawing an answer of 32 KB, against react-markdown',
      `${times(ratio)} (${milliseconds(oursMs)} against ${milliseconds(theirsMs)})`,
      `≤ ${times(maxShareOfTheirTime)}`,
      ratio <= maxShareOfTheirTime,
    ),
    ...hostile.map(({ name, hostileMs, plainMs }) =>
      row(
        13,
        `an answer of ${name} while it grows, against plain text`,
        `${times(hostileMs / plainMs)} (${milliseconds(hostileMs)} against ${milliseconds(plainMs)})`,
        `≤ ${times(maxHostileRatio)}`,
        hostileMs <= maxHostileRatio * plainMs,
      ),
    ),
  ];
}
