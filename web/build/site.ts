import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';
import type { Site } from '../src/site.ts';

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** Reads this deployment's texts from `context.site` of cdk.json. */
export function readSite(file: URL): Site {
  const config: unknown = JSON.parse(readFileSync(file, 'utf8'));
  const site = field(field(config, 'context'), 'site');
  const [title, name, credit, banner] = ['title', 'name', 'credit', 'banner'].map((key) => field(site, key));
  if (!isText(title) || !isText(name) || !isText(credit) || !(banner === null || isText(banner)))
    throw new Error('cdk.json: context.site needs title, name and credit (texts) and banner (an address or null)');
  return { title, name, credit, banner };
}

const field = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? Object.entries(value).find(([name]) => name === key)?.[1] : undefined;

const escaped = (text: string) => text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`);

/** The paper of the light theme: see web/src/ui/tokens.css. */
const paper = '#fbfaf8';

const icon = (name: string, sizes: string, purpose: 'any' | 'maskable') => ({
  src: `/${name}.png`,
  sizes,
  type: 'image/png',
  purpose,
});

/** Returns the site as an app on a home screen. */
const manifestOf = ({ title, name }: Site) => ({
  id: '/',
  name,
  short_name: title,
  start_url: '/',
  scope: '/',
  display: 'standalone',
  background_color: paper,
  theme_color: paper,
  icons: [
    icon('icon-192', '192x192', 'any'),
    icon('icon-512', '512x512', 'any'),
    icon('icon-maskable-512', '512x512', 'maskable'),
  ],
});

/** Writes the names into index.html, so that the first paint shows them, and into the manifest. */
export const siteInHtml = (site: Site): Plugin => ({
  name: 'site-in-html',
  generateBundle() {
    const source = JSON.stringify(manifestOf(site), null, 2);
    this.emitFile({ type: 'asset', fileName: 'manifest.webmanifest', source });
  },
  transformIndexHtml: (html) =>
    html.replaceAll('%SITE_TITLE%', () => escaped(site.title)).replaceAll('%SITE_NAME%', () => escaped(site.name)),
});
