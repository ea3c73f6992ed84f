import all from '../../jest.config.mjs';

/** The recorded pages of the real site live beside the project, not in it, so their tests are asked for by name. */
export default {
  ...all,
  rootDir: '../..',
  testMatch: ['<rootDir>/test/captures/**/*.test.ts'],
  testPathIgnorePatterns: ['/node_modules/'],
};
