import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type Failure, failuresFileVariable, readFailures } from '../../test/support/failures.ts';

/** So many failures are no accident of the machine, so nothing is tried again. */
const maxTriedAgain = 5;
/** More flaky tests in one step fail the run. */
const maxFlaky = 3;

export interface Step {
  command: string[];
  /** Returns the command that runs what failed once more, alone. A step without it is not tried again. */
  again?: (failed: { files: string[]; seed: string }) => string[];
}

interface Counts {
  passed: number;
  failed: number;
  /** The tests that failed and then passed, or passed and then failed. */
  flaky: Failure[];
}

/** Runs the steps one after the other and shows their output. A later step runs although an earlier one has failed. */
export async function runSteps(steps: readonly Step[]): Promise<Counts> {
  const total: Counts = { passed: 0, failed: 0, flaky: [] };
  for (const step of steps) {
    const counts = await runStep(step);
    total.passed += counts.passed;
    total.failed += counts.failed;
    total.flaky.push(...counts.flaky);
  }
  return total;
}

async function runStep({ command, again }: Step): Promise<Counts> {
  const first = await run(command);
  const { passed, failed, failures, seed } = first;
  if (!again || failed === 0 || failed > maxTriedAgain || !isExplained(first)) return { passed, failed, flaky: [] };

  console.log(`\n${failed} failed. They run once more, alone.\n`);
  const second = await run(again({ files: [...new Set(failures.map(({ file }) => file))], seed }));
  // A second run that has broken down shows nothing.
  if (!isExplained(second) || (second.failed === 0 && second.passed === 0)) return { passed, failed, flaky: [] };
  const failedTwice = failures.filter((failure) => second.failures.some((other) => isSame(failure, other)));
  const onlyNow = second.failures.filter((failure) => !failures.some((other) => isSame(failure, other)));
  const recovered = failures.filter((failure) => !failedTwice.includes(failure));
  const flaky = [...recovered, ...onlyNow];
  if (flaky.length > maxFlaky) {
    console.log(`\n${flaky.length} tests are flaky. More than ${maxFlaky} fail the run.`);
    return { passed, failed, flaky };
  }
  return { passed: passed + recovered.length, failed: failedTwice.length, flaky };
}

/** Tells whether each failure is that of a test: no crash without a count, no file that does not load, no error outside a test. */
const isExplained = ({ failed, failures }: { failed: number; failures: Failure[] }) => failed === failures.length;

const isSame = (one: Failure, other: Failure) => one.file === other.file && one.name === other.name;

/** Runs a command with its output shown. Returns the counts of its last line, and the failures that its reporter wrote down. */
async function run([program = '', ...words]: string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'failures-'));
  const file = join(folder, 'failures.json');
  const env = { ...process.env, [failuresFileVariable]: file };
  const child = spawn(program, words, { stdio: ['ignore', 'pipe', 'inherit'], env });
  let tail = '';
  child.stdout.on('data', (chunk: Buffer) => {
    process.stdout.write(chunk);
    tail = (tail + chunk.toString()).slice(-2000);
  });
  const code = await new Promise<number | null>((resolve) => void child.on('close', resolve));
  const [, passed = '0', failed = '0'] = [...tail.matchAll(/^(\d+) passed, (\d+) failed$/gm)].at(-1) ?? [];
  const { failures, seed } = readFailures(file);
  rmSync(folder, { recursive: true });
  // A command that ends badly without a count has failed as a whole.
  return { passed: Number(passed), failed: Math.max(Number(failed), code === 0 ? 0 : 1), failures, seed };
}

/** Prints the flaky tests, and keeps them with their first errors. */
export function flakyReport(file: string, flaky: readonly Failure[], { isAdded }: { isAdded: boolean }) {
  const earlier = isAdded && existsSync(file) ? readFileSync(file, 'utf8') : '';
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, earlier + flaky.map(({ file: of, name, error }) => `${of}\n${name}\n${error}\n\n`).join(''));
  for (const { file: of, name } of flaky) console.log(`FLAKY, passed in one of two runs: ${of} › ${name}`);
}
