/** `npm run grants`: writes docs/grants.md anew. */
import { writeFileSync } from 'node:fs';
import { grantsPage } from './grants.ts';
import { synthesize } from './template.ts';

writeFileSync('docs/grants.md', grantsPage(await synthesize()));
