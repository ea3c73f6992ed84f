/** `npm run grants`: writes docs/grants.md anew. */
import { writeFileSync } from 'node:fs';
import { grantsPage } from '../test/support/aws/grants.ts';
import { synthesize } from '../test/support/aws/template.ts';

writeFileSync('docs/grants.md', grantsPage(await synthesize()));
