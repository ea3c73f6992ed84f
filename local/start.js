// Plain JavaScript, because `npm start` may run it with any version of Node, before the packages are installed.
import { existsSync } from 'node:fs';

const installed = new URL('../node_modules/.package-lock.json', import.meta.url);
const [major, minor] = process.versions.node.split('.').map(Number);

if (!existsSync(installed)) fail('Run npm ci first.');
// npm ci brings a Node of its own on Linux x64 only.
else if (major < 22 || (major === 22 && minor < 18))
  fail(`The site needs Node.js 22.18 or newer; this is ${process.versions.node}.`);
else await import('./src/main.ts');

function fail(message) {
  console.error(message);
  process.exitCode = 1;
}
