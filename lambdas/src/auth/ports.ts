/** What a function takes from the machine that runs it. Tests replace it. */
export interface Surroundings {
  now: () => Date;
  newId: () => string;
  /** Makes 256 random bits for a cookie. */
  newToken: () => string;
  pause: (ms: number) => Promise<void>;
}
