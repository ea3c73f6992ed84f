/** The service's name for what went wrong; where one name means several things, ours. */
export function errorNameOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  const { name, message } = error;
  if (name !== 'NotAuthorizedException') return name;
  if (/secret\s?hash/i.test(message)) return 'WrongSecretHash';
  if (/attempts exceeded/i.test(message)) return 'AttemptsExceeded';
  if (/status is CONFIRMED/.test(message)) return 'AlreadyConfirmed';
  return name;
}

/** How often the SDK has sent the request: an answer to the second says little about what the first one did. */
function attemptsOf(error: unknown): number {
  const metadata: unknown = typeof error === 'object' && error && '$metadata' in error ? error.$metadata : undefined;
  return typeof metadata === 'object' && metadata && 'attempts' in metadata ? Number(metadata.attempts) : 1;
}

/**
 * Takes the service's own refusals for answers, by their names. `whenLost`: what they mean after a first answer that
 * never came, where that is something else. Any other error stays one.
 */
export async function refusalsAsAnswers<Answer>(
  work: Promise<Answer>,
  answers: Record<string, Answer>,
  whenLost: Record<string, Answer> = {},
): Promise<Answer> {
  try {
    return await work;
  } catch (error) {
    const name = errorNameOf(error);
    const answer = (attemptsOf(error) > 1 ? whenLost[name] : undefined) ?? answers[name];
    if (answer === undefined) throw error;
    return answer;
  }
}
