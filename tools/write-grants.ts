/** `npm run grants`: rewrites docs/grants.md. */
import { writeFileSync } from 'node:fs';
import { grantsPage } from '../test/support/aws/grants.ts';
import { synthesize } from '../test/support/aws/template.ts';

writeFileSync('docs/grants.md', grantsPage(await synthesize()));
