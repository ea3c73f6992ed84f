/** `npm run check`: every rule that a machine can hold. All of them run, two at a time, and every complaint and warning is shown. */
import { spawn } from 'node:child_process';

const waiting = ['lint', 'types', 'format:check', 'imports', 'deadcode', 'shape'];
let clean = true;

function passes(script: string): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const started = performance.now();
  const child = spawn('npm', ['run', '--silent', script], { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.on('close', (code) => {
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    console.log(`${code === 0 ? 'ok  ' : 'FAIL'} ${script} (${seconds} s)`);
    if (code !== 0 || output.startsWith('warning: ')) console.log(output);
    resolve(code === 0);
  });
  return promise;
}

async function worker() {
  for (let script = waiting.shift(); script; script = waiting.shift()) {
    const passed = await passes(script);
    clean &&= passed;
  }
}
await Promise.all([worker(), worker()]);
process.exitCode = clean ? 0 : 1;
