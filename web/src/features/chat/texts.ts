export const newConversation = 'New conversation';
export const importAndExport = 'Import and export';
export const startChatting = 'Start Chatting';
