import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { placeOf, region, synthesize } from './deployment.ts';
import { kilobytes, median, row, times, type Row } from '../row.ts';

/**
 * The measured process loads the bundle, prints its CPU time and exits. It calls `process.exit`, because a connection or a
 * timer that the bundle has opened would keep the process alive.
 */
const probe = `
require(process.argv[2]);
const { userCPUTime, systemCPUTime } = process.resourceUsage();
process.stdout.write(String(userCPUTime + systemCPUTime), () => process.exit(0));
`;

export interface ColdInit {
  /** The construct's name, as in 'LJMonitorHttp'. */
  name: string;
  /** CPU time of a process that loads it and exits, divided by that of an empty function: the median and the lowest. */
  ratio: number;
  lowestRatio: number;
  gzipBytes: number;
}

/**
 * Starts every function of the app as Lambda would, each in a new process: `repeats` times, or until its lowest ratio is
 * as low as `enough`.
 */
export function measureColdInit(repeats: number, enough = 0): ColdInit[] {
  const deployment = synthesize();
  const folder = mkdtempSync(join(tmpdir(), 'bench-empty-'));
  try {
    const start = join(folder, 'probe.cjs');
    writeFileSync(start, probe);
    const empty = join(folder, 'empty.cjs');
    writeFileSync(empty, 'exports.handler = async () => {};');
    const functions = deployment.functions.map(({ code, variables, ...named }) => ({
      name: placeOf(named),
      file: join(code, 'index.js'),
      variables,
      ratios: new Array<number>(),
    }));
    for (let round = 0; round < repeats; round += 1) {
      for (const { file, variables, ratios } of functions.filter((each) => Math.min(...each.ratios) > enough)) {
        // Both run in turns, so that other work of the machine slows both alike.
        ratios.push(cpuTime(start, file, variables) / cpuTime(start, empty, {}));
      }
    }
    return functions.map(({ name, file, ratios }) => ({
      name,
      ratio: median(ratios),
      lowestRatio: Math.min(...ratios),
      gzipBytes: gzipSync(readFileSync(file)).length,
    }));
  } finally {
    rmSync(folder, { recursive: true });
    deployment.remove();
  }
}

function cpuTime(start: string, file: string, variables: Record<string, string>): number {
  const { stdout, stderr, status } = spawnSync(process.execPath, [start, file], {
    env: {
      ...variables,
      AWS_REGION: region,
      AWS_ACCESS_KEY_ID: 'bench',
      AWS_SECRET_ACCESS_KEY: 'bench',
      AWS_SESSION_TOKEN: 'bench',
    },
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`${file} does not start: ${stderr}`);
  return Number(stdout);
}

export const maxTimesEmpty = 5;

/**
 * The goal of 180,000 is missed by three functions (docs/decisions/0004): the worker that writes answers carries OpenAI's client,
 * which no public option makes smaller; the sign-in carries five clients of the SDK; and the monitor's calls read the pages that are
 * handed in with the listing site's whole reader, and know the times of the schedule.
 */
const exceptions = new Map([
  ['ChatGenerate', 245_000],
  ['AuthHttp', 195_000],
  ['LJMonitorHttp', 195_000],
]);

export const maxGzipBytes = (name: string) => exceptions.get(name) ?? 180_000;

export function coldInitRows(measured: ColdInit[]): Row[] {
  return measured.map(({ name, ratio, gzipBytes }) =>
    row(
      5,
      `cold init of ${name}, CPU, against empty`,
      `${times(ratio)}, ${kilobytes(gzipBytes)} gzip`,
      `≤ ${times(maxTimesEmpty)}, ≤ ${kilobytes(maxGzipBytes(name))}`,
      ratio <= maxTimesEmpty && gzipBytes <= maxGzipBytes(name),
    ),
  );
}
