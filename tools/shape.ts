/** `npm run shape` warns of long files, and fails on imports that reach into a package. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const maxLines = 300;

interface Source {
  file: string;
  text: string;
}

/** Returns a warning for each file that may be two. */
export const longFiles = (sources: readonly Source[]): string[] =>
  sources
    .map(({ file, text }) => ({ file, lines: text.split('\n').length - 1 }))
    .filter(({ lines }) => lines > maxLines)
    .map(({ file, lines }) => `warning: ${file} has ${lines} lines, which is more than ${maxLines}`);

/** Returns a complaint for each file that imports what a package does not export. */
export const deepImports = (sources: readonly Source[]): string[] =>
  sources
    .filter(({ file }) => /\.(ts|tsx|js|mjs|cjs)$/.test(file))
    .filter(({ text }) => /\b(?:from|import\()\s*['"][^'"]*(?:node_modules|\/dist)\//.test(text))
    .map(({ file }) => `${file} reaches into a package; use what the package exports`);

if (import.meta.main) {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { encoding: 'utf8' });
  const files = listed.split('\n').filter((file) => /\.(ts|tsx|js|mjs|cjs|css|sh)$/.test(file));
  const sources = files.map((file) => ({ file, text: readFileSync(file, 'utf8') }));
  const problems = deepImports(sources);
  for (const line of [...longFiles(sources), ...problems]) console.log(line);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
