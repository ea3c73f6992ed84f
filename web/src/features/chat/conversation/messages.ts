export const chat = 'Chat';
export const rename = 'Rename';
export const message = 'message';
export const messages = 'messages';
export const modelAndMemory = (chatModal: string, memorySize: number, value: string) =>
  `${chatModal} · sees the last ${memorySize} ${value}`;
export const conversationNotFound = 'Conversation not found';
export const startChatting = 'Start Chatting';
export const keysOfField = 'Press Enter for a new line, Ctrl+Enter or ⌘+Enter to send.';
export const settings = 'Settings';
export const settingsAfterFirstMessage = 'Settings are available after the first message';
export const model = 'Model';

export const thinking = 'Thinking';
export const writing = 'Writing';
export const conversation = 'Conversation';
export const retry = 'Retry';
export const showLatest = 'Show latest';
export const memoryStart = (size: number) => `The model sees the messages from here (last ${size})`;
export const editYourQuestion = 'Edit your question';
export const effectOfEdit = 'Replaces this question and its answer. Use ‹ to go back to them.';
export const cancel = 'Cancel';
export const sending = 'Sending…';
export const sendAgain = 'Send again';
export const mayNotHaveBeenSent = 'This may not have been sent. Your text is saved.';
export const notSent = 'Not sent. Your text is saved.';
export const you = 'You';
export const theLastQuestion = 'the last question';
