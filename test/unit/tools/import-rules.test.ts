import { describe, expect, it } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

/** One wrong import for each rule: the file that has it, and what it imports. */
const wrong: [rule: string, from: string, to: string][] = [
  ['contract-alone', 'shared-types/src/contract/chat.ts', 'lambdas/src/chat/messages/message.ts'],
  ['rules-alone', 'shared-types/src/rules/house.ts', 'shared-types/src/contract/chat.ts'],
  ['one-cron-engine', 'local/src/boot.ts', 'node_modules/croner/index.ts'],
  ['entries-are-ends', 'lambdas/src/chat/compose.ts', 'lambdas/src/chat/http.lambda.ts'],
  ['domains-apart', 'lambdas/src/chat/messages/message.ts', 'lambdas/src/auth/account.ts'],
  ['platform-is-domain-free', 'lambdas/src/platform/http/http-handler.ts', 'lambdas/src/chat/messages/message.ts'],
  ['shells-know-ports', 'lambdas/src/chat/routes.ts', 'lambdas/src/chat/messages/message-store.ts'],
  ['adapters-apart', 'lambdas/src/chat/messages/message-store.ts', 'lambdas/src/chat/routes.ts'],
  ['core-is-pure', 'lambdas/src/chat/messages/message.ts', 'lambdas/src/platform/clock.ts'],
  ['core-is-pure', 'lambdas/src/chat/messages/message.ts', 'lambdas/src/chat/messages/message-store.ts'],
  ['infra-knows-shapes', 'infra/src/domains/chat.ts', 'lambdas/src/chat/messages/message.ts'],
  ['infra-types-only', 'infra/src/domains/chat.ts', 'lambdas/src/chat/env.ts'],
  ['web-knows-contract', 'web/src/api/call.ts', 'lambdas/src/chat/messages/message.ts'],
  ['features-apart', 'web/src/features/chat/a.ts', 'web/src/features/home/b.ts'],
  ['app-knows-features', 'web/src/ui/button.ts', 'web/src/features/home/b.ts'],
  ['no-zod-in-web', 'web/src/api/call.ts', 'shared-types/src/contract/chat.ts'],
  ['local-hosts-bundles', 'local/src/boot.ts', 'lambdas/src/chat/messages/message.ts'],
  ['product-knows-no-local', 'infra/src/app.ts', 'local/src/boot.ts'],
];

describe('npm run imports', () => {
  it('names every rule that a wrong import breaks', () => {
    const folder = mkdtempSync(join(tmpdir(), 'imports-'));
    try {
      const imports = Map.groupBy(wrong, ([, from]) => from);
      for (const path of new Set(wrong.flatMap(([, from, to]) => [from, to]))) {
        const lines = (imports.get(path) ?? []).map(([, , to]) => `import ${JSON.stringify(join(folder, to))};\n`);
        mkdirSync(dirname(join(folder, path)), { recursive: true });
        writeFileSync(join(folder, path), `${lines.join('')}export const value = 1;\n`);
      }
      const { stdout } = spawnSync(
        resolve('node_modules/.bin/depcruise'),
        [
          '--config',
          resolve('.dependency-cruiser.cjs'),
          '--output-type',
          'err',
          'shared-types',
          'lambdas',
          'infra',
          'web',
          'local',
        ],
        { cwd: folder, encoding: 'utf8' },
      );
      const unnamed = wrong.filter(([rule, from, to]) => !stdout.includes(`${rule}: ${from} → ${to}`));
      expect({ unnamed, stdout: unnamed.length > 0 ? stdout : '' }).toEqual({ unnamed: [], stdout: '' });
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
