import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { StartError } from '../../startup/start-error.ts';
import { listen } from '../../http/listen.ts';

/**
 * Runs a command that ends when this process ends, even after SIGKILL: a shell between the two waits for the end of its
 * input, which the system then closes. The command has its own process group, so that Ctrl-C does not reach it and
 * running functions keep their database.
 */
const untilInputEnds = 'exec 3<&0; "$@" 3<&- & child=$!; (read -r _ <&3; kill $child) 2>/dev/null & wait $child';

export interface Child {
  port: number;
  stop(): Promise<void>;
}

const maxTries = 5;

/** A database starts within seconds. It hangs when it takes this long, even beside other work. */
const maxStartMs = 120_000;

/**
 * Starts a server on a free port and waits until it says that it listens. Another process can take the port in between; the
 * server then ends, and the next try uses another port.
 */
export async function startChild(name: string, commandFor: (port: number) => string[], cwd: string): Promise<Child> {
  for (let tries = 1; ; tries += 1) {
    const port = await freePort();
    const started = await tryToStart(commandFor(port), cwd);
    if ('stop' in started) return { port, stop: started.stop };
    const isPortTaken = /in use/i.test(started.errorOutput);
    if (!isPortTaken || tries === maxTries) throw new StartError(`${name} did not start: ${started.errorOutput}`);
  }
}

async function tryToStart(command: string[], cwd: string) {
  const child = spawn('sh', ['-c', untilInputEnds, 'sh', ...command], {
    cwd,
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let errorOutput = '';
  child.stderr.setEncoding('utf8').on('data', (words: string) => (errorOutput = (errorOutput + words).slice(-2000)));
  const ended = new Promise<'ended'>((resolve) => {
    const end = () => {
      child.stdin.destroy();
      resolve('ended');
    };
    child.once('error', end).once('exit', end);
  });
  // Both engines print a line with this word when they accept connections. A connection to the port would prove less: it
  // may belong to another process.
  const listening = new Promise<'listening'>((resolve) => {
    const look = (words: string) => /\blistening\b/i.test(words) && resolve('listening');
    child.stdout.setEncoding('utf8').on('data', look);
    child.stderr.on('data', look);
  });
  const timeUp = pause(maxStartMs, 'late' as const, { ref: false });
  const outcome = await Promise.race([listening, ended, timeUp]);
  const stop = async () => {
    child.stdin.end();
    await ended;
  };
  if (outcome === 'listening') return { stop };
  if (outcome === 'late') {
    await stop();
    return { errorOutput: `it did not listen within ${maxStartMs / 1000} s. ${errorOutput.trim()}` };
  }
  return { errorOutput: errorOutput.trim() };
}

async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listen(server);
  await new Promise((closed) => server.close(closed));
  return port;
}
