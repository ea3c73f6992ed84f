/** The examples of the CommonMark specification. The package has no types of its own. */
declare module 'commonmark-spec' {
  export const tests: { number: number; section: string; markdown: string; html: string }[];
}
