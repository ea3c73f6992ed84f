/** An error with CloudFormation's own code and message. */
export class CloudFormationError extends Error {
  override name = 'CloudFormationError';
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}
