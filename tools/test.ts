/**
 * `npm test`: builds, runs the tests of jest and the browser specs one after the other, and ends with one line that counts
 * them all. A run also fails when a function of the app was granted an action that no test of the run has used.
 */
import { spawn } from 'node:child_process';
import { forgetUnused, unusedEverywhere } from '../test/support/aws/unused-grants.ts';

const steps = ['build', 'jest', 'test:e2e'];
const counts = { passed: 0, failed: 0 };

/** Runs a script of package.json with its output shown, and adds the counts of its last line. */
async function run(script: string) {
  const child = spawn('npm', ['run', '--silent', script], { stdio: ['ignore', 'pipe', 'inherit'] });
  let tail = '';
  child.stdout.on('data', (chunk: Buffer) => {
    process.stdout.write(chunk);
    tail = (tail + chunk.toString()).slice(-2000);
  });
  const code = await new Promise<number | null>((resolve) => void child.on('close', resolve));
  const [, passed = '0', failed = '0'] = [...tail.matchAll(/^(\d+) passed, (\d+) failed$/gm)].at(-1) ?? [];
  counts.passed += Number(passed);
  // A step that ends badly without a count has failed as a whole.
  counts.failed += Math.max(Number(failed), code === 0 ? 0 : 1);
}

forgetUnused();
for (const step of steps) await run(step);
const unused = counts.failed === 0 ? unusedEverywhere() : [];
for (const grant of unused) console.log(`Granted, and never used in any test: ${grant}`);
console.log(`\n${counts.passed} passed, ${counts.failed + unused.length} failed`);
process.exitCode = counts.failed + unused.length === 0 ? 0 : 1;
