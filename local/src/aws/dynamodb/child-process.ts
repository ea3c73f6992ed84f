import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import { connect } from 'node:net';
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

/** Starts a server on a free port and waits until it accepts connections. */
export async function startChild(name: string, commandFor: (port: number) => string[], cwd: string): Promise<Child> {
  const port = await freePort();
  const child = spawn('sh', ['-c', untilInputEnds, 'sh', ...commandFor(port)], {
    cwd,
    detached: true,
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  let errorOutput = '';
  child.stderr.setEncoding('utf8').on('data', (words: string) => (errorOutput = (errorOutput + words).slice(-2000)));
  let over = false;
  const ended = new Promise<void>((resolve) => {
    const end = () => {
      over = true;
      child.stdin.destroy();
      resolve();
    };
    child.once('error', end).once('exit', end);
  });

  const deadline = performance.now() + 30_000;
  while (!(await accepts(port))) {
    if (over || performance.now() > deadline) throw new StartError(`${name} did not start: ${errorOutput.trim()}`);
    await Promise.race([ended, pause(20)]);
  }
  return {
    port,
    async stop() {
      child.stdin.end();
      await ended;
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listen(server);
  await new Promise((closed) => server.close(closed));
  return port;
}

const accepts = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true));
    socket.once('error', () => resolve(false)).once('connect', () => socket.destroy());
  });
