export const defaultPort = 3000;

/**
 * Browsers share the cookies of one host between its ports. A site on another port than the default has its own host
 * name, so that two sites do not sign each other out. Browsers resolve `*.localhost` to this machine.
 */
export const siteOrigin = (port: number) =>
  port === defaultPort ? `http://localhost:${port}` : `http://p${port}.localhost:${port}`;
