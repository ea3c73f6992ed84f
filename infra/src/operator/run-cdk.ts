import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const cdk = fileURLToPath(new URL('../../../node_modules/aws-cdk/bin/cdk', import.meta.url));

/** Runs the CDK's command line in a folder, with the terminal of this command. Returns its exit code. */
export const runCdk = (words: string[], folder: string, program = cdk) =>
  new Promise<number>((resolve) =>
    // A process that a signal has ended has no exit code.
    spawn(process.execPath, [program, ...words], { cwd: folder, stdio: 'inherit' }).once('exit', (code) =>
      resolve(code ?? 1),
    ),
  );
