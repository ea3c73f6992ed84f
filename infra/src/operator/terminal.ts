import { createInterface } from 'node:readline/promises';

/** An error that the operator can fix. It is shown without a stack trace. */
export class SetupError extends Error {}

/** The place where a command asks and answers. */
export interface Terminal {
  /** Reads a value from the environment, or asks for it when a person is there. Empty means none. */
  ask: (name: string, question: string) => Promise<string>;
  print: (line: string) => void;
}

interface Streams {
  input: NodeJS.ReadableStream & { isTTY?: boolean };
  output: NodeJS.WritableStream;
}

/** The terminal of a command. A closed input is an empty answer. */
export function openTerminal({ input, output }: Streams): Terminal {
  return {
    async ask(name, question) {
      const given = process.env[name];
      if (given !== undefined) return given.trim();
      if (!input.isTTY) return '';
      const lines = createInterface({ input, output });
      const closed = new Promise<string>((resolve) => lines.once('close', () => resolve('')));
      try {
        return (await Promise.race([lines.question(`${question}: `), closed])).trim();
      } finally {
        lines.close();
      }
    },
    print: (line) => void output.write(`${line}\n`),
  };
}

/**
 * Runs a command. Prints a SetupError as one sentence, and any other failure with the message of AWS. A closed output ends the
 * command without a stack trace.
 */
export async function runInTerminal(work: (terminal: Terminal) => Promise<number>) {
  // The command ends at once, because it must not go on to change the account when its output is not shown.
  process.stdout.on('error', () => process.exit(1));
  try {
    process.exitCode = await work(openTerminal({ input: process.stdin, output: process.stdout }));
  } catch (error) {
    console.error(error instanceof SetupError ? error.message : sentenceOf(error));
    process.exitCode = 1;
  }
}

const sentenceOf = (error: unknown) =>
  error instanceof Error && error.name === 'CredentialsProviderError'
    ? 'There are no credentials for AWS. Sign in (aws configure, aws sso login), or name a profile with AWS_PROFILE=….'
    : `AWS refused or did not answer: ${String(error)}`;
