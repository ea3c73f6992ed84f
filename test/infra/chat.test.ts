import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import * as z from 'zod';
import { bundleFolder } from 'infra/bundle';
import { synthesize } from '../support/aws/template.ts';

const template = await synthesize();
const Environment = z.object({ Environment: z.object({ Variables: z.record(z.string(), z.unknown()) }) });

const functionOf = (place: string) => {
  const found = template.ofType('AWS::Lambda::Function').find(({ id }) => id.startsWith(place));
  return found?.Properties ?? {};
};
const variablesOf = (place: string) => Environment.parse(functionOf(place)).Environment.Variables;
const bundle = (entry: string) => readFileSync(`${bundleFolder(entry)}/index.js`, 'utf8');
const policyOf = (place: string) =>
  JSON.stringify(template.ofType('AWS::IAM::Policy').find(({ id }) => id.startsWith(place))?.Properties);

describe('the deployed chat', () => {
  it("names the provider's key to its worker only and contains it nowhere", () => {
    expect(variablesOf('ChatGenerate')).toMatchObject({ OPENAI_KEY_PARAMETER: '/home-page/openai-key' });
    expect(policyOf('ChatGenerate')).toContain('ssm:GetParameter');
    expect(policyOf('ChatGenerate')).toContain(':parameter/home-page/openai-key');
    expect(policyOf('ChatHttp')).not.toContain('ssm:');
    expect(template.text).not.toContain('resolve:ssm:/home-page/openai-key');
  });

  it("ends an answer well before its worker's timeout", () => {
    const { Timeout } = z.object({ Timeout: z.number() }).parse(functionOf('ChatGenerate'));
    const maxMs = Number(variablesOf('ChatGenerate')['LONGEST_ANSWER_MS']);
    expect(maxMs).toBeLessThanOrEqual(Timeout * 1000 - 15_000);
    expect(maxMs).toBeGreaterThan(60_000);
  });

  it("bundles the HTTP function without the provider's client", () => {
    expect(bundle('chat/generate.lambda.ts')).toContain('/chat/completions');
    expect(bundle('chat/http.lambda.ts')).not.toContain('/chat/completions');
  });
});
