export const description = 'Chat with an AI assistant';
export const noConversationsYet = 'Chat with an AI assistant · no conversations yet';
export const askSomething = 'Ask something';
export const askSomethingHint = 'Ask something…';
export const send = 'Send';
