import { existsSync, globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import * as z from 'zod';

/**
 * The rules of Mozilla's linter that the documentation of manifests states; the linter itself runs in the workflow. Their source is
 * https://developer.mozilla.org/docs/Mozilla/Add-ons/WebExtensions/manifest.json and its pages on each key.
 */
const folder = 'web/extension';
const text = (name: string) => readFileSync(`${folder}/${name}`, 'utf8');

/** A match pattern that every browser takes: Firefox knows no ports, and only the whole first label may be a wildcard. */
const MatchPattern = z.string().regex(/^(\*|https?):\/\/(\*|(\*\.)?[^/*:]+)\/.*$/);

/** The build writes each script beside the manifest. */
const Script = z.string().refine((name) => existsSync(`${folder}/src/${name.replace(/\.js$/, '.ts')}`));

const Manifest = z.strictObject({
  manifest_version: z.literal(3),
  name: z.string().min(1).max(75),
  // A version has one to four numbers of at most nine digits, without leading zeros.
  version: z.string().regex(/^(0|[1-9]\d{0,8})(\.(0|[1-9]\d{0,8})){0,3}$/),
  description: z.string().min(1).max(132),
  minimum_chrome_version: z.string().regex(/^\d+$/),
  browser_specific_settings: z.strictObject({
    gecko: z.strictObject({
      id: z
        .string()
        .max(80)
        .regex(/^[\w.-]*@[\w.-]+$/i),
      // Firefox knows the permissions for data since version 140, and on Android since 142.
      strict_min_version: z
        .string()
        .regex(/^\d+\.\d+$/)
        .refine((version) => Number(version) >= 142),
      data_collection_permissions: z.strictObject({ required: z.tuple([z.literal('none')]) }),
    }),
  }),
  permissions: z.array(z.enum(['alarms', 'scripting', 'storage'])),
  host_permissions: z.array(MatchPattern),
  optional_host_permissions: z.array(MatchPattern),
  // Chrome runs the worker, and Firefox, which ignores it, the scripts.
  background: z.strictObject({ service_worker: Script, scripts: z.array(Script).length(1) }),
  action: z.strictObject({
    default_popup: z.string().refine((name) => existsSync(`${folder}/${name}`)),
    default_title: z.string().min(1),
  }),
});

describe('the manifest of the browser extension', () => {
  it('has the keys and values that Chrome and Firefox take, and names files that exist', () => {
    expect(Manifest.safeParse(JSON.parse(text('manifest.json'))).error?.issues).toBeUndefined();
  });

  it.each([
    ['version', '0.01'],
    ['host_permissions', ['https://*.ke.com:443/*']],
    ['permissions', ['tabs']],
    ['background', { service_worker: 'background.js' }],
    ['browser_specific_settings', { gecko: { id: 'hand-in' } }],
  ])('is refused with another value of %s', (key, value) => {
    const manifest: unknown = { ...JSON.parse(text('manifest.json')), [key]: value };
    expect(Manifest.safeParse(manifest).success).toBe(false);
  });
});

describe('the code of the browser extension', () => {
  it('has no script and no handler in its document, and loads its own files only', () => {
    const html = text('popup.html');
    expect([...html.matchAll(/<script\b[^>]*>/g)].map(([tag]) => tag)).toEqual(['<script src="popup.js">']);
    expect(html).not.toMatch(/\son\w+\s*=|javascript:|(?:src|href)="(?:https?:)?\/\//i);
  });

  it.each(globSync(`${folder}/src/*.ts`))('runs no text as code or markup: %s', (file) => {
    const source = readFileSync(file, 'utf8');
    expect(source).not.toMatch(
      /\beval\(|new Function\(|\binnerHTML\b|insertAdjacentHTML|document\.write|set(?:Timeout|Interval)\(\s*['"`]/,
    );
    // `outerHTML` is read from a page, and never written.
    expect(source).not.toMatch(/outerHTML\s*=[^=]/);
  });
});
