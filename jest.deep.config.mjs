import config, { deepFolders } from './jest.config.mjs';

/** `npm run test:deep`: the tests that search deeply and take minutes. */
export default {
  ...config,
  roots: deepFolders,
  testPathIgnorePatterns: ['/node_modules/'],
};
