export const attachFiles = 'Attach files';
