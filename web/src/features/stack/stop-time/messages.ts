export const oneHourMore = '+1 h';
export const stayUpUntil = 'Move stop…';
export const until = 'Until';
export const aboutUntil = 'Players are warned 15 and 5 minutes before. An empty server stops earlier.';
export const cancel = 'Cancel';
export const move = 'Move';
export const moveTitle = 'Move stop';
export const moveFailed = 'Error while moving the stop';

/** Describes a stop that was moved less far than the user wanted. */
export const describeLimit = (stopsAt: string) => `The latest stop that the limits allow is ${stopsAt}.`;
