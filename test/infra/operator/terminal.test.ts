import { spawnSync } from 'node:child_process';
import { PassThrough } from 'node:stream';
import { afterEach, describe, expect, it } from '@jest/globals';
import { OperatorError, openTerminal, sentenceOf } from 'infra/operator/terminal';

/** Returns a terminal with a person, or a pipe. */
function streams(isTTY: boolean) {
  const input = Object.assign(new PassThrough(), { isTTY });
  const output = new PassThrough().setEncoding('utf8');
  return { input, output, shown: () => String(output.read() ?? '') };
}

describe('the terminal of a command', () => {
  it('asks a person one question after the other, and trims the answers', async () => {
    const { input, output, shown } = streams(true);
    const { ask } = openTerminal({ input, output });
    const first = ask('ASKED_FIRST', 'Region, for example eu-central-1');
    expect(shown()).toBe('Region, for example eu-central-1: ');
    input.write('  eu-central-1 \n');
    expect(await first).toBe('eu-central-1');
    const second = ask('ASKED_SECOND', 'Email address of the owner');
    expect(shown()).toContain('Email address of the owner: ');
    input.write('\n');
    expect(await second).toBe('');
  });

  it('does not show a secret while it is typed', async () => {
    const { input, output, shown } = streams(true);
    const answer = openTerminal({ input, output }).ask('ASKED_FIRST', 'Key of the AI provider', { isSecret: true });
    input.write('sk-1\n');
    expect(await answer).toBe('sk-1');
    expect(shown()).toBe('Key of the AI provider (not shown): \n');
  });

  it('takes the environment’s value without a question', async () => {
    process.env['ASKED_FIRST'] = ' given ';
    try {
      const { input, output, shown } = streams(true);
      expect(await openTerminal({ input, output }).ask('ASKED_FIRST', 'Question')).toBe('given');
      expect(shown()).toBe('');
    } finally {
      delete process.env['ASKED_FIRST'];
    }
  });

  it('takes an input that a person closes for an empty answer', async () => {
    const { input, output } = streams(true);
    const answer = openTerminal({ input, output }).ask('ASKED_FIRST', 'Question');
    input.end();
    expect(await answer).toBe('');
  });

  it('asks nothing where no person is', async () => {
    const { input, output, shown } = streams(false);
    expect(await openTerminal({ input, output }).ask('ASKED_FIRST', 'Question')).toBe('');
    expect(shown()).toBe('');
  });

  it('prints lines', () => {
    const { input, output, shown } = streams(true);
    openTerminal({ input, output }).print('a line');
    expect(shown()).toBe('a line\n');
  });
});

describe('the sentence of a failure', () => {
  const { AWS_PROFILE } = process.env;
  afterEach(() => {
    if (AWS_PROFILE === undefined) delete process.env['AWS_PROFILE'];
    else process.env['AWS_PROFILE'] = AWS_PROFILE;
  });
  const withoutCredentials = Object.assign(new Error('Could not load'), { name: 'CredentialsProviderError' });

  it.each([
    ['of ours is said as it is', new OperatorError('Deploy first.'), '', /^Deploy first\.$/],
    ['for want of credentials names the ways to sign in', withoutCredentials, '', /aws sso login.*AWS_PROFILE=…/],
    [
      'with a profile names the profile',
      withoutCredentials,
      'hom',
      /in the profile hom\..*aws configure --profile hom/,
    ],
    ['without a region names npm run setup', new Error('Region is missing'), '', /npm run setup writes; AWS_REGION=…/],
    [
      'of AWS has its own message',
      new Error('Rate exceeded'),
      '',
      /^AWS refused or is not responding: .*Rate exceeded$/,
    ],
  ])('%s', (_, error, profile, words) => {
    process.env['AWS_PROFILE'] = profile;
    expect(sentenceOf(error)).toMatch(words);
  });
});

describe('a command that fails', () => {
  it('prints a sentence and ends with 1', () => {
    const code =
      "import { runInTerminal } from 'infra/operator/terminal'; await runInTerminal(async () => { throw new Error('a bug') })";
    const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', code], {
      encoding: 'utf8',
    });
    expect(stderr).toContain('a bug');
    expect(status).toBe(1);
  });
});
