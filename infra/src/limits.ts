/**
 * Limits of AWS that this site comes near. The synthesis refuses a template beyond them, and the local cloud refuses the
 * calls and functions that AWS would refuse. Each has the page of AWS's documentation and the day on which it was read.
 */
export const limits = {
  /** docs.aws.amazon.com/lambda/latest/dg/invocation-recursion, 22 November 2026: Lambda stops a chain "approximately" here. */
  recursiveInvocations: 16,
} as const;
