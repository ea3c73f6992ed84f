import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import * as z from 'zod';

const Locked = z.object({
  version: z.string().optional(),
  resolved: z.string().optional(),
  integrity: z.string().optional(),
  license: z.string().optional(),
  link: z.boolean().default(false),
  dev: z.boolean().default(false),
  optional: z.boolean().default(false),
  devOptional: z.boolean().default(false),
  inBundle: z.boolean().default(false),
});
const { packages } = z
  .object({ packages: z.record(z.string(), Locked) })
  .parse(JSON.parse(readFileSync('package-lock.json', 'utf8')));

/** The packages of others. */
const installed = Object.entries(packages).flatMap(([path, each]) => {
  const name = path.split('node_modules/')[1] === undefined ? undefined : path.split('node_modules/').at(-1);
  return name === undefined || each.link ? [] : [{ name, ...each }];
});

/** Parts of the CDK's own archive, whose hash covers them. */
const inArchives = installed.filter(({ inBundle }) => inBundle);

const permissive = ['0BSD', 'Apache-2.0', 'BlueOak-1.0.0', 'BSD-2-Clause', 'BSD-3-Clause', 'ISC', 'MIT', 'MIT-0'];
/** Files under these are used as they are, and never become part of the site. */
const ofTools = ['CC-BY-4.0', 'CC-BY-SA-4.0', 'MPL-2.0', 'GPL-3.0-or-later', 'OFL-1.1', 'PSF-2.0'];

/** Returns whether one of the licenses that a package offers is among these. */
const isAmong = (known: readonly string[], license = '') =>
  license
    .replaceAll(/[()]/g, '')
    .split(' OR ')
    .some((offered) => offered.split(' AND ').every((each) => known.includes(each)));

describe('the installed packages', () => {
  it('come from the registry as the very files that were reviewed', () => {
    expect(installed.length).toBeGreaterThan(500);
    // A package without an address comes from the registry that npm is configured for.
    const strange = installed.filter(
      ({ inBundle, resolved, integrity = '' }) =>
        !inBundle && (resolved !== undefined || !integrity.startsWith('sha512-')),
    );
    expect(strange.map(({ name }) => name)).toEqual([]);
    expect(new Set(inArchives.map(({ name }) => name)).size).toBeLessThan(30);
  });

  it('are named by exact versions, and none is an address', () => {
    const files = execFileSync('git', ['ls-files', 'package.json', '*/package.json'], { encoding: 'utf8' });
    const Manifest = z.object({
      dependencies: z.record(z.string(), z.string()).default({}),
      devDependencies: z.record(z.string(), z.string()).default({}),
      optionalDependencies: z.record(z.string(), z.string()).default({}),
    });
    const named = files
      .trim()
      .split('\n')
      .flatMap((file) =>
        Object.values(Manifest.parse(JSON.parse(readFileSync(file, 'utf8')))).flatMap((each) => Object.entries(each)),
      );
    expect(named.length).toBeGreaterThan(50);
    expect(named.filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
  });

  it('run no script when they are installed', () => {
    const { stdout } = spawnSync('npm', ['config', 'get', 'ignore-scripts'], { encoding: 'utf8' });
    expect(stdout.trim()).toBe('true');
    expect(readFileSync('.npmrc', 'utf8')).toMatch(/^ignore-scripts=true$/m);
  });

  it('have licenses that allow their use, and the deployed ones allow any use', () => {
    const unknown = installed.filter(({ license }) => !isAmong([...permissive, ...ofTools], license));
    expect(unknown.map(({ name, license }) => `${name}: ${license}`)).toEqual([]);
    const deployed = installed.filter(({ dev, devOptional }) => !dev && !devOptional);
    expect(deployed.length).toBeGreaterThan(90);
    const limited = deployed.filter(({ license }) => !isAmong(permissive, license));
    expect(limited.map(({ name, license }) => `${name}: ${license}`)).toEqual([]);
  });
});

describe('the bill of materials', () => {
  it('has every package that may be deployed', () => {
    const Component = z.object({ group: z.string().optional(), name: z.string(), version: z.string() });
    const Bill = z.object({ bomFormat: z.literal('CycloneDX'), components: z.array(Component) });
    const bill = Bill.parse(JSON.parse(execFileSync('npm', ['run', '--silent', 'sbom'], { encoding: 'utf8' })));
    const listed = new Set(
      bill.components.map(({ group, name, version }) => `${group === undefined ? '' : `${group}/`}${name} ${version}`),
    );
    const deployed = installed.filter(
      ({ dev, devOptional, optional, inBundle }) => !dev && !devOptional && !optional && !inBundle,
    );
    expect(deployed.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['react', 'zod', 'openai', '@smithy/core']),
    );
    const missing = deployed.filter(({ name, version }) => !listed.has(`${name} ${version}`));
    expect(missing.map(({ name }) => name)).toEqual([]);
  });
});
