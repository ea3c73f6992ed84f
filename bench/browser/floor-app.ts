import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { listen } from 'local/http/listen';
import { sum } from '../row.ts';
import { viteBuild } from './vite-build.ts';

const root = fileURLToPath(new URL('floor', import.meta.url));

/** Builds the floor app as our own site is. Returns its files by their paths, in Brotli. */
function buildFloorApp(): Map<string, Buffer> {
  const outDir = mkdtempSync(join(tmpdir(), 'floor-'));
  try {
    viteBuild(root, outDir);
    const assets = readdirSync(join(outDir, 'assets')).map((name) => `assets/${name}`);
    const compressed = (file: string) => brotliCompressSync(readFileSync(join(outDir, file)));
    return new Map(['index.html', ...assets].map((file) => [`/${file}`, compressed(file)]));
  } finally {
    rmSync(outDir, { recursive: true });
  }
}

/** Returns the Brotli bytes of the script of the floor app. */
export function floorAppBytes(): number {
  const scripts = [...buildFloorApp()].filter(([path]) => path.endsWith('.js'));
  return sum(scripts.map(([, content]) => content.length));
}

/** Serves the floor app, in which `name` is signed in. */
export async function startFloorApp(name: string) {
  const files = buildFloorApp();
  const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript' };
  const server = createServer(({ url = '' }, response) => {
    if (url === '/api/auth/session') return void response.end(name);
    const path = url === '/' ? '/index.html' : url;
    const headers = { 'content-type': types[extname(path)] ?? 'text/plain', 'content-encoding': 'br' };
    const file = files.get(path);
    return void (file ? response.writeHead(200, headers).end(file) : response.writeHead(404).end());
  });
  return {
    origin: `http://127.0.0.1:${await listen(server)}`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
