import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, jest } from '@jest/globals';
import { AppConfig, cdkContext } from 'infra/config';
import { AddedModels, addedModelsFile } from 'shared-types/contract/model';
import { runApp } from '../support/aws/template.ts';
import { manyProviders } from '../support/many-models.ts';

jest.setTimeout(120_000);

it('200 models of 6 providers are in the code of both functions, and in no environment', () => {
  const { chat } = AppConfig.parse(cdkContext());
  const providers = manyProviders('https://models.example/v1').map(({ name, baseUrl, models }) => ({
    name,
    baseUrl,
    keyParameter: `/home-page/${name.toLowerCase()}-key`,
    models,
  }));
  const outdir = mkdtempSync(join(tmpdir(), 'many-models-'));
  try {
    const context = { ...cdkContext(), chat: { ...chat, providers } };
    // The synthesis itself refuses an environment that is too large.
    expect(runApp(outdir, { CDK_CONTEXT_JSON: JSON.stringify(context) })).toBe('');
    expect(readFileSync(join(outdir, 'HomePage.template.json'), 'utf8')).not.toContain('models.example');
    const files = globSync(`asset.*/${addedModelsFile}`, { cwd: outdir });
    expect(files).toHaveLength(2);
    for (const file of files) {
      const added = AddedModels.parse(JSON.parse(readFileSync(join(outdir, file), 'utf8')));
      expect(added.providers.flatMap(({ models }) => models)).toHaveLength(200);
    }
  } finally {
    rmSync(outdir, { recursive: true });
  }
});
