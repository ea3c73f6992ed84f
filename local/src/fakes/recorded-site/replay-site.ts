import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { listen } from '../../http/listen.ts';

/**
 * Serves recorded pages by path: `/ershoufang/c1/` is the file `ershoufang/c1.html` or `ershoufang/c1/index.html`. A page that a
 * browser has saved, under any name, has the path of the address that the browser notes in it.
 */
export async function startReplaySite({ folder, port = 0 }: { folder: string; port?: number }) {
  const server = createServer((request, response) => {
    const file = recordingOf(folder, request.url ?? '/') ?? savedPageOf(folder, request.url ?? '/');
    if (file === undefined)
      response.writeHead(404, { 'content-type': 'text/plain' }).end('This page was not recorded.\n');
    else response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(readFileSync(file));
  });
  const origin = `http://127.0.0.1:${await listen(server, port)}`;
  return {
    origin,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function recordingOf(folder: string, url: string) {
  // `URL` removes `..` from the path.
  const name = path.join(folder, decoded(new URL(url, 'http://replay').pathname)).replace(/\/$/, '');
  const files = [name, `${name}.html`, path.join(name, 'index.html')];
  return files.find((file) => isInside(folder, file) && existsSync(file) && statSync(file).isFile());
}

const pathOf = (url: string) => new URL(url, 'http://replay').pathname.replace(/\/$/, '');

function savedPageOf(folder: string, url: string) {
  const files = globSync('*.{html,htm}', { cwd: folder }).map((name) => path.join(folder, name));
  return files.find((file) => {
    const [, address = ''] = /saved from url=\(\d+\)(\S+)/.exec(readFileSync(file, 'utf8').slice(0, 1000)) ?? [];
    return URL.canParse(address) && pathOf(address) === pathOf(url);
  });
}

function decoded(pathname: string) {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname;
  }
}

const isInside = (folder: string, file: string) => !path.relative(folder, file).startsWith('..');
