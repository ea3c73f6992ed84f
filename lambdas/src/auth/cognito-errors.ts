/** The service's name for what went wrong; where one name means several things, ours. */
export function errorNameOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  const { name, message } = error;
  if (name === 'NotAuthorizedException' && /attempts exceeded/i.test(message)) return 'AttemptsExceeded';
  if (name === 'NotAuthorizedException' && /secret\s?hash/i.test(message)) return 'WrongSecretHash';
  if (name === 'UsernameExistsException' && attemptsOf(error) > 1) return 'UsernameExistsByNow';
  return name;
}

/** How often the SDK has sent the request: an answer to the second says little about what the first one did. */
function attemptsOf(error: Error): number {
  const metadata: unknown = '$metadata' in error ? error.$metadata : undefined;
  return typeof metadata === 'object' && metadata && 'attempts' in metadata ? Number(metadata.attempts) : 1;
}

/** Takes the service's own refusals for answers, by their names. Any other error stays one. */
export async function answering<Answer>(work: Promise<Answer>, answers: Record<string, Answer>): Promise<Answer> {
  try {
    return await work;
  } catch (error) {
    const answer = answers[errorNameOf(error)];
    if (answer === undefined) throw error;
    return answer;
  }
}
