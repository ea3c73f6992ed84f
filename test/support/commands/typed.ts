import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { checkout } from './clone.ts';

interface Place {
  /** The folder in which the command is typed. Without it, this checkout. */
  folder?: string;
  /** The variables that a person has set, beside the path and an empty home. */
  env?: Record<string, string>;
}

/** Opens a terminal of a person who has set nothing: there is a path, a home without files, and no settings of a workflow. */
export function openTerminal() {
  const home = mkdtempSync(join(tmpdir(), 'home-'));
  /** The process groups of the commands that have not ended. */
  const running = new Set<number>();

  /** Types a command. It goes on until it ends, or until Ctrl-C. */
  function type(command: string, { folder = checkout, env = {} }: Place = {}) {
    const [program = '', ...words] = command.split(' ');
    const child = spawn(program, words, {
      cwd: folder,
      env: { PATH: process.env['PATH'], HOME: home, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      // A terminal sends Ctrl-C to the whole group of the command.
      detached: true,
    });
    const { pid = 0 } = child;
    running.add(pid);
    const lines: string[] = [];
    const errors: string[] = [];
    const ended = new Promise<number | null>((resolve) => void child.once('close', resolve));
    void ended.then(() => running.delete(pid));
    createInterface(child.stderr).on('line', (line) => void errors.push(line));
    const output = createInterface(child.stdout).on('line', (line) => void lines.push(line));
    return {
      ended,
      lines,
      errors,
      /** Waits for a line, and returns the first group of the pattern. */
      shown: (pattern: RegExp) =>
        new Promise<string>((resolve, reject) => {
          const look = (line: string) => {
            const [, found] = pattern.exec(line) ?? [];
            if (found !== undefined) resolve(found);
          };
          lines.forEach(look);
          output.on('line', look);
          void ended.then(() => reject(new Error(`${command} has ended:\n${[...lines, ...errors].join('\n')}`)));
        }),
      async pressCtrlC() {
        process.kill(-pid, 'SIGINT');
        await ended;
      },
    };
  }

  return {
    type,
    /** Types a command and waits for its end. */
    async run(command: string, place?: Place) {
      const { ended, lines, errors } = type(command, place);
      const code = await ended;
      return { code, said: lines.join('\n'), errors: errors.join('\n') };
    },
    close() {
      for (const group of running) process.kill(-group, 'SIGKILL');
      rmSync(home, { recursive: true, force: true });
    },
  };
}
