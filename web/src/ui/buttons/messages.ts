export const copied = 'Copied';
export const selected = 'Selected';
export const copy = 'Copy';
