import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSite } from '../../test/support/site/site.ts';
import { row, seconds, type Row } from '../row.ts';

interface Boots {
  firstMs: number;
  secondMs: number;
}

/** Measures the time from `npm start` to `ready`: on an empty data directory, and again on what that start has left. */
export async function measureBoots(): Promise<Boots> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-boot-'));
  try {
    return { firstMs: await bootMs(dataDir), secondMs: await bootMs(dataDir) };
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function bootMs(dataDir: string): Promise<number> {
  const start = performance.now();
  const site = await startSite({ dataDir });
  const ms = performance.now() - start;
  await site.stop();
  return ms;
}

export function bootRows({ firstMs, secondMs }: Boots): Row[] {
  return [
    row(12, 'start to ready, no data yet', seconds(firstMs), '≤ 10.0 s', firstMs <= 10_000),
    row(12, 'start to ready, once more', seconds(secondMs), '≤ 10.0 s', secondMs <= 10_000),
  ];
}
