import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { App, Stack } from 'aws-cdk-lib';
import { AppConfig, cdkContext } from 'infra/config';
import { checkTemplates } from 'infra/nag';

const config = AppConfig.parse(cdkContext());

/** Synthesizes a template with this number of filling characters. Returns its size, and the report if the synthesis fails. */
function synthesizeWith(filler: number) {
  const outdir = mkdtempSync(join(tmpdir(), 'size-'));
  const app = new App({ outdir, analyticsReporting: false, builtinCloudFormationValidation: false });
  const stack = new Stack(app, 'Site');
  stack.templateOptions.metadata = { filler: 'x'.repeat(filler) };
  checkTemplates(app, stack, config);
  let refusal = '';
  try {
    app.synth();
  } catch {
    refusal = readFileSync(join(outdir, 'validation-report.json'), 'utf8');
  }
  const { size } = statSync(join(outdir, 'Site.template.json'));
  rmSync(outdir, { recursive: true });
  return { size, refusal };
}

describe('the check of the size of a template', () => {
  it('accepts a megabyte, and no more', () => {
    const rest = 1_000_000 - synthesizeWith(0).size;
    expect(synthesizeWith(rest)).toEqual({ size: 1_000_000, refusal: '' });
    expect(synthesizeWith(rest + 1).refusal).toContain('Site.template.json may have 1000000 bytes, not 1000001');
  });
});
