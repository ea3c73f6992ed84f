import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';

const folder = 'infra/src/game-server';
const scripts = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.sh'));
const timeoutsOf = (name: string) =>
  readFileSync(join(folder, name), 'utf8')
    .replaceAll(/^ *#.*$/gm, '')
    .match(/\btimeout .*/g) ?? [];

describe('the limits of commands that may hang', () => {
  it('are in the scripts of every server and of every game', () => {
    expect(scripts.length).toBeGreaterThanOrEqual(9);
    expect(scripts.flatMap(timeoutsOf).length).toBeGreaterThan(20);
  });

  it.each(scripts)('end with a kill in %s, because a command may ignore the first signal', (name) => {
    expect(timeoutsOf(name).filter((call) => !/^timeout -k 10 ["\d]/.test(call))).toEqual([]);
  });
});
