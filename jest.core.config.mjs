import config, { core } from './jest.config.mjs';

/** `npm run test:core`: what every landing needs after `npm test`. */
export default { ...config, testMatch: core, testPathIgnorePatterns: ['/node_modules/'] };
