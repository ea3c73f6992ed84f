import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

/** An error that the operator can fix. It is shown without a stack trace. */
export class OperatorError extends Error {}

/** The place where a command asks and answers. */
export interface Terminal {
  /** Reads a value from the environment, or asks for it when a person is there. Empty means none. A secret is not shown. */
  ask: (name: string, question: string, options?: { isSecret: boolean }) => Promise<string>;
  print: (line: string) => void;
}

interface Streams {
  input: NodeJS.ReadableStream & { isTTY?: boolean };
  output: NodeJS.WritableStream;
}

/** Opens the terminal of a command. A closed input is an empty answer. */
export function openTerminal({ input, output }: Streams): Terminal {
  return {
    async ask(name, question, { isSecret } = { isSecret: false }) {
      const given = process.env[name];
      if (given !== undefined) return given.trim();
      if (!input.isTTY) return '';
      // With `terminal`, readline echoes the typed text. A secret is echoed to a stream that discards it.
      const lines = isSecret
        ? createInterface({ input, output: nowhere(), terminal: true })
        : createInterface({ input, output });
      if (isSecret) output.write(`${question} (not shown): `);
      const closed = new Promise<string>((resolve) => lines.once('close', () => resolve('')));
      try {
        return (await Promise.race([lines.question(`${question}: `), closed])).trim();
      } finally {
        if (isSecret) output.write('\n');
        lines.close();
      }
    },
    print: (line) => void output.write(`${line}\n`),
  };
}

const nowhere = () => new Writable({ write: (_, __, done) => done() });

/**
 * Runs a command. Prints an OperatorError as one sentence, and any other failure with the message of AWS. A closed output ends the
 * command without a stack trace.
 */
export async function runInTerminal(work: (terminal: Terminal) => Promise<number>) {
  // The command ends at once, because it must not go on to change the account when its output is not shown.
  process.stdout.on('error', () => process.exit(1));
  try {
    process.exitCode = await work(openTerminal({ input: process.stdin, output: process.stdout }));
  } catch (error) {
    console.error(sentenceOf(error));
    process.exitCode = 1;
  }
}

/** Says what a command failed on. A failure without a sentence of ours has the message of AWS. */
export function sentenceOf(error: unknown): string {
  if (error instanceof OperatorError) return error.message;
  if (!(error instanceof Error)) return `AWS refused or is not responding: ${String(error)}`;
  const { AWS_PROFILE: profile = '' } = process.env;
  if (error.name === 'CredentialsProviderError' && profile !== '')
    return `There are no credentials for AWS in the profile ${profile}. Sign in to it (aws configure --profile ${profile}, aws sso login), or name another with AWS_PROFILE=….`;
  if (error.name === 'CredentialsProviderError')
    return 'There are no credentials for AWS. Sign in (aws configure, aws sso login), or name a profile with AWS_PROFILE=….';
  if (error.message === 'Region is missing')
    return 'No region is chosen. The region of your site is in site.json, which npm run setup writes; AWS_REGION=… names another.';
  if (error.name === 'TimeoutError')
    return 'AWS is not responding. Look at the network of this machine, then run the command again.';
  return `AWS refused or is not responding: ${String(error)}`;
}
