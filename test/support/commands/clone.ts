import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readlinkSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const checkout = fileURLToPath(new URL('../../..', import.meta.url));

/** Copies what git tracks into an empty folder, with the installed packages beside it and nothing that was built. */
export function copyOfClone(): string {
  const folder = mkdtempSync(join(tmpdir(), 'clone-'));
  const tracked = execFileSync('git', ['ls-files', '-z'], { cwd: checkout, encoding: 'utf8' });
  for (const file of tracked.split('\0').filter((name) => name !== '' && existsSync(join(checkout, name)))) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    cpSync(join(checkout, file), join(folder, file));
  }
  for (const workspace of ['', 'shared-types', 'infra', 'lambdas', 'web', 'local']) linkPackages(folder, workspace);
  return folder;
}

/** Installs the packages of a workspace as links to those of this checkout, without what was built and cached there. */
function linkPackages(folder: string, workspace: string) {
  const installed = join(checkout, workspace, 'node_modules');
  if (!existsSync(installed)) return;
  mkdirSync(join(folder, workspace, 'node_modules'));
  for (const entry of readdirSync(installed, { withFileTypes: true })) {
    if (/^\.(cache|vite)/.test(entry.name)) continue;
    const path = join(installed, entry.name);
    // The links to the workspaces are relative, so in the copy they lead to the copy.
    symlinkSync(
      entry.isSymbolicLink() ? readlinkSync(path) : path,
      join(folder, workspace, 'node_modules', entry.name),
    );
  }
}
