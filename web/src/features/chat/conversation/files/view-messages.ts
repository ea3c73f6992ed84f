export const download = 'Download';
export const close = 'Close';
