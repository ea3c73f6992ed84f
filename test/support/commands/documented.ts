import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkout } from './clone.ts';

const block = /^```\w*\n([^]*?)^```/gm;

/** Returns the commands in the blocks of code and the inline code of a document. */
export function commandsIn(text: string): string[] {
  const lines = [...text.matchAll(block)].flatMap(([, code = '']) => code.split('\n'));
  const inline = [...text.replaceAll(block, '').matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);
  return [...lines, ...inline]
    .flatMap((code) => code.replace(/\s+#.*/, '').split('&&'))
    .map((code) =>
      code
        .replaceAll(/\s+/g, ' ')
        .trim()
        .replace(/^([A-Z_]+=\S+ )+/, ''),
    )
    .filter((code) => /^(npm|npx) /.test(code));
}

/** Returns the commands that the documents of this checkout name, each with the documents that do. */
export function documentedCommands(): Map<string, string[]> {
  const pages = execFileSync('git', ['ls-files', '*.md'], { cwd: checkout, encoding: 'utf8' }).trim().split('\n');
  const found = new Map<string, string[]>();
  for (const page of pages)
    for (const command of commandsIn(readFileSync(join(checkout, page), 'utf8')))
      found.set(command, [...(found.get(command) ?? []), page]);
  return found;
}
