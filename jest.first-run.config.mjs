import config, { firstRun } from './jest.config.mjs';

/** The first step of `npm test`: what a person does first with a fresh clone. */
export default { ...config, testMatch: firstRun, testPathIgnorePatterns: ['/node_modules/'] };
