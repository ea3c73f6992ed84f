export const message = 'Message';
export const enter = 'Enter';
export const controlEnterMetaEnter = 'Control+Enter Meta+Enter';
export const ctrlEnterOrEnter = 'Ctrl+Enter or ⌘+Enter';
export const sending = 'Sending…';
export const send = 'Send';
export const retry = 'Retry';
export const notSent = 'Not sent. Your draft is saved.';
