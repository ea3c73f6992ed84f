import config, { deep } from './jest.config.mjs';

/** `npm run test:deep`: the tests that search deeply and take minutes. */
export default { ...config, testMatch: deep, testPathIgnorePatterns: ['/node_modules/'] };
