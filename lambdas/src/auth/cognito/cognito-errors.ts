/** Returns Cognito's name of an error, or a name of ours where Cognito uses one name for several errors. */
export function errorNameOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  const { name, message } = error;
  if (name !== 'NotAuthorizedException') return name;
  if (/secret\s?hash/i.test(message)) return 'WrongSecretHash';
  if (/attempts exceeded/i.test(message)) return 'AttemptsExceeded';
  if (/status is CONFIRMED/.test(message)) return 'AlreadyConfirmed';
  return name;
}

/** Counts the SDK's attempts. After a second attempt the answer says little about the effect of the first one. */
function attemptsOf(error: unknown): number {
  const metadata: unknown = typeof error === 'object' && error && '$metadata' in error ? error.$metadata : undefined;
  return typeof metadata === 'object' && metadata && 'attempts' in metadata ? Number(metadata.attempts) : 1;
}

/**
 * Turns Cognito's refusals into answers, by the names of the errors. `whenLost` has the answers that differ when the
 * answer to a first attempt was lost. All other errors are thrown.
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
