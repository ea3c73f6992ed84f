/** SSM keeps the first 24,000 characters of an output: https://docs.aws.amazon.com/systems-manager/latest/APIReference/API_GetCommandInvocation.html */
const maxOutputLength = 24_000;

const escape = '\u001b';
/** The sequences of ECMA-48: colors and the like, then titles and links, also those whose end SSM has cut off. */
const sequences = new RegExp(
  `${escape}\\[[0-?]*[ -/]*(?:[@-~]|$)|${escape}\\][^\u0007${escape}]*(?:\u0007|${escape}\\\\|$)`,
  'g',
);
/** Characters that a page does not show, or that turn the direction of the text around them. */
const unseen = /[^\P{Cc}\n\t]|[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/**
 * Returns the text of an output. The server takes terminal sequences away, too; but a server in wrong hands ends with 0 and any
 * text.
 */
export function plainOutput(text: string): string {
  const plain = text.replace(sequences, '').replace(unseen, '');
  if (text.length < maxOutputLength) return plain;
  // A line that is cut may say the opposite of the whole one.
  const whole = plain.slice(0, plain.lastIndexOf('\n') + 1) || `${plain}\n`;
  return `${whole}The rest is cut off: the output is too long.\n`;
}
