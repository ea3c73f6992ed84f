/** A refusal of the service, in its own words. */
export class CloudFormationError extends Error {
  override name = 'CloudFormationError';
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}
