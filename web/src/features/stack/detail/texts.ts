export const oneHourMore = '+1 h';
