export const unwrap = 'Unwrap';
export const wrap = 'Wrap';
export const lines = 'lines';
export const reloadToDownload = 'Reload to download';
export const download = 'Download';
export const code = 'code';
export const codeLabel = 'Code';
export const codeOfLanguage = (language: string) => `Code: ${language}`;
