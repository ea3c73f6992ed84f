/**
 * `npm run audit`: known weaknesses of high severity in what is deployed. A registry that does not answer is reported and
 * fails nothing, so that no build depends on the network. In the workflow, `AUDIT_REQUIRED` makes it a failure.
 */
import { spawnSync } from 'node:child_process';
import * as z from 'zod';

const Silence = z.object({ message: z.string() });
const Report = z.object({
  metadata: z.object({ vulnerabilities: z.record(z.string(), z.number()) }),
  vulnerabilities: z.record(z.string(), z.object({ severity: z.string() })),
});

const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--audit-level=high', '--json', '--fetch-retries=1'], {
  encoding: 'utf8',
  timeout: 60_000,
});
const answer = jsonOf(stdout);
const report = Report.safeParse(answer);

if (!report.success) {
  const why = Silence.safeParse(answer).data?.message ?? 'no answer within a minute';
  console.log(`NOT AUDITED: the registry does not tell (${why}). Run it again where it does.`);
  process.exitCode = process.env['AUDIT_REQUIRED'] ? 1 : 0;
} else {
  const bad = Object.entries(report.data.vulnerabilities).filter(([, { severity }]) => /high|critical/.test(severity));
  console.log(`Audited: ${bad.length} of high severity are known.`);
  for (const [name, { severity }] of bad) console.log(`${name}: ${severity}; \`npm audit --omit=dev\` says more`);
  process.exitCode = bad.length === 0 ? 0 : 1;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
