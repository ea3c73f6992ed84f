import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fillInAddresses, readAssembly } from 'local/template/assembly';

const stack = { type: 'aws:cloudformation:stack', properties: { templateFile: 'HomePage.template.json' } };
let folder: string;
const write = (file: string, contents: object) => writeFileSync(join(folder, file), JSON.stringify(contents));

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'assembly-'));
  write('manifest.json', { artifacts: { Tree: { type: 'cdk:tree' }, HomePage: stack } });
  write('HomePage.template.json', { Site: 'http://site.invalid/path, twice: http://site.invalid' });
  write('HomePage.assets.json', {
    files: { a1: { source: { path: 'asset.a1' }, destinations: { here: { objectKey: 'a1.zip' } } } },
  });
});
afterEach(() => rmSync(folder, { recursive: true }));

it('replaces placeholders by addresses in the template and beside the bundles', () => {
  mkdirSync(join(folder, 'asset.a1'));
  write('asset.a1/models.json', { at: 'http://site.invalid/v1' });
  writeFileSync(join(folder, 'asset.a1/index.js'), 'http://site.invalid');
  fillInAddresses(folder, [['http://site.invalid', 'http://localhost:3000']]);
  expect(readAssembly(folder).template).toEqual({
    Site: 'http://localhost:3000/path, twice: http://localhost:3000',
  });
  expect(readFileSync(join(folder, 'asset.a1/models.json'), 'utf8')).toBe('{"at":"http://localhost:3000/v1"}');
  expect(readFileSync(join(folder, 'asset.a1/index.js'), 'utf8')).toBe('http://site.invalid');
});

it('reads the one stack and its assets', () => {
  const { stackName, assetPath } = readAssembly(folder);
  expect(stackName).toBe('HomePage');
  expect(assetPath('a1.zip')).toBe(join(folder, 'asset.a1'));
  expect(() => assetPath('a2.zip')).toThrow('The assembly has no asset a2.zip');
});

it('refuses an app without a stack or with two', () => {
  write('manifest.json', { artifacts: { HomePage: stack, Other: stack } });
  expect(() => readAssembly(folder)).toThrow('an app of exactly one stack');
  write('manifest.json', { artifacts: {} });
  expect(() => readAssembly(folder)).toThrow('an app of exactly one stack');
});
