export const conversationNotFound = 'Conversation not found';
export const deletedOrIncompleteLink = 'It was deleted, or the link is incomplete.';
