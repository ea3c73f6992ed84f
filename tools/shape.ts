/** `npm run shape`: the sizes of files and folders, and imports that reach into a package. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';

const maxFiles = 12;
const maxLines = 300;

interface Source {
  file: string;
  text: string;
}

/** Returns the complaints about a set of source files. */
export function shapeProblems(sources: readonly Source[]): string[] {
  const code = sources.filter(({ file }) => /\.(ts|tsx|js|mjs|cjs)$/.test(file));
  const folders = Map.groupBy(sources, ({ file }) => dirname(file));
  return [
    ...[...folders]
      .filter(([folder, files]) => folder !== '.' && files.length > maxFiles)
      .map(([folder, files]) => `${folder} has ${files.length} files; a folder has at most ${maxFiles}`),
    ...sources
      .map(({ file, text }) => ({ file, lines: text.split('\n').length - 1 }))
      .filter(({ lines }) => lines > maxLines)
      .map(({ file, lines }) => `${file} has ${lines} lines; a file has at most ${maxLines}`),
    ...code
      .filter(({ text }) => /\b(?:from|import\()\s*['"][^'"]*(?:node_modules|\/dist)\//.test(text))
      .map(({ file }) => `${file} reaches into a package; use what the package exports`),
  ];
}

if (import.meta.main) {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { encoding: 'utf8' });
  const files = listed.split('\n').filter((file) => /\.(ts|tsx|js|mjs|cjs|css|sh)$/.test(file));
  const problems = shapeProblems(files.map((file) => ({ file, text: readFileSync(file, 'utf8') })));
  for (const problem of problems) console.log(problem);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
