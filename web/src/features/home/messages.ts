export const stackManager = 'Stack Manager';
export const chat = 'Chat';
export const home = 'Home';
