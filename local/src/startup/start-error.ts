/** A mistake in the settings or the environment of a start. It is shown as one sentence, without a stack trace. */
export class StartError extends Error {
  override name = 'StartError';
}
