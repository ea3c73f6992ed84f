/** The text leads to no community. The message says what to enter instead. */
export class RefusedLink extends Error {}
