export const chat = 'Chat';
export const rename = 'Rename';
export const find = 'Find';
export const branches = 'Branches';
export const message = 'message';
export const messages = 'messages';
export const modelAndMemory = (chatModal: string, memorySize: number, value: string) =>
  `${chatModal} · sees ${memorySize} earlier ${value}`;
export const startChatting = 'Start Chatting';
export const keysOfField = (enterSends: boolean) =>
  enterSends
    ? 'Press Enter to send, Shift+Enter for a new line.'
    : 'Press Enter for a new line, Ctrl+Enter or ⌘+Enter to send.';
export const otherKeyOfField = (enterSends: boolean) => (enterSends ? 'Use Ctrl+Enter instead' : 'Use Enter instead');
export const settings = 'Settings';
export const settingsAfterFirstMessage = 'Settings are available after the first message';
export const model = 'Model';

export const thinking = 'Thinking';
export const writing = 'Writing';
export const conversation = 'Conversation';
export const retry = 'Retry';
export const showLatest = 'Show latest';
export const memoryStart = (size: number) => `The model sees the messages from here (${size} earlier)`;
export const editYourQuestion = 'Edit your question';
export const effectOfEdit =
  'Send again replaces this question and its answer. Use ‹ to go back to them. A fork asks it in a new conversation instead.';
export const effectOfFork =
  'A fork asks this in a new conversation, with the messages before it. This conversation stays as it is.';
export const askInFork = 'Ask in a fork';
export const cancel = 'Cancel';
export const sending = 'Sending…';
export const sendAgain = 'Send again';
export const mayNotHaveBeenSent = 'This may not have been sent. Your text is saved.';
export const notSent = 'Not sent. Your text is saved.';
export const you = 'You';
export const theLastQuestion = 'the last question';
export const providerStoresAnswers = 'The provider stores the answers of this model.';
export const couldNotLoadModels = 'Could not load the other models.';
export const edit = 'Edit';
