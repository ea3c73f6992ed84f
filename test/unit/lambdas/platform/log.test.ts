import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { log } from 'lambdas/platform/log';

const printed: string[] = [];
afterEach(() => {
  jest.restoreAllMocks();
});

describe('a line of the log', () => {
  it.each([
    'a\n{"level":"audit","event":"signIn"}',
    'a\r\n{"level":"error"}',
    '精装","level":"error","x":"\u001b[31m\u0000',
    '"}\n\n"\\',
  ])('stays one line, whatever text of a username, a listing or a provider is in it: %j', (text) => {
    printed.length = 0;
    jest.spyOn(console, 'warn').mockImplementation((line: string) => void printed.push(line));
    log('warn', 'model failed', { reason: text, key: text, error: new Error(text) });
    const [line = '', ...others] = printed;
    expect(others).toEqual([]);
    // No character ends the line or controls a terminal.
    expect(line).not.toMatch(/\p{Cc}/u);
    const fields: unknown = JSON.parse(line);
    expect(fields).toMatchObject({
      level: 'warn',
      event: 'model failed',
      reason: text,
      key: text,
      error: `Error: ${text}`,
    });
  });
});
