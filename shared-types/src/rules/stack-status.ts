/** The rules on CloudFormation's stack statuses, for the functions and the browser. */

const up = /^(CREATE|UPDATE|UPDATE_ROLLBACK|IMPORT|IMPORT_ROLLBACK)_COMPLETE$/;

/** The game server is up. ROLLBACK_COMPLETE is a failed start, although it ends in COMPLETE. */
export const isUp = (status: string) => up.test(status);

/** CloudFormation is changing the stack, or has only prepared a change set for it (see isInReview). */
export const isInTransition = (status: string) => status.endsWith('_IN_PROGRESS');

/** The stack has a change set that was never executed, and no resources. */
export const isInReview = (status: string) => status === 'REVIEW_IN_PROGRESS';

export const isFailedStart = (status: string) =>
  ['ROLLBACK_COMPLETE', 'CREATE_FAILED', 'ROLLBACK_FAILED'].includes(status);

/** The last operation on the stack failed. Its events give the reason. */
export const hasFailed = (status: string) => status.endsWith('_FAILED') || status === 'ROLLBACK_COMPLETE';

/** Resources of the stack may exist. Only for a rolled back or a never created stack is it certain that they do not. */
export const mayCostMoney = (status: string) => status !== 'ROLLBACK_COMPLETE' && !isInReview(status);

/** No server runs longer than this without another start. */
export const maxScheduledHours = 720;
