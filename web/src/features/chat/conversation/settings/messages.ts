export const theModelsOwn = 'Model default';
export const none = 'None';
export const minimal = 'Minimal';
export const low = 'Low';
export const medium = 'Medium';
export const high = 'High';
export const veryHigh = 'Very high';
export const highest = 'Highest';
export const markdown = 'Markdown';
export const loadedMessages = (count: string) => `Loaded ${count} messages…`;
export const saved = 'Saved';
export const couldNotExportConversation = 'Could not export the conversation.';
export const retry = 'Retry';
export const settings = 'Settings';
export const somethingWentWrong = 'Something went wrong...';
export const poolingYourContent = 'Pooling your content...';
export const cancel = 'Cancel';
export const title = 'Title';
export const provider = 'Provider';
export const model = 'Model';
export const aboutNewConversations = 'New conversations start with the model and memory size that you chose last.';
export const effort = 'Effort';
export const aboutEffort = 'More effort takes longer and costs more.';
export const searchTheWeb = 'Search the web. Each search costs about $0.01.';
export const memorySize = 'Memory size';
export const aboutMemorySize =
  'The number of earlier messages that the model sees with your question. If the first one is an answer, the model also sees its question.';
export const systemPrompt = 'System prompt';
export const aboutSystemPrompt =
  'Instructions that the model gets before the messages. They count towards each question.';
export const couldNotUpdateSettings = 'Could not update the settings.';
export const update = 'Update';
export const enterSends = 'Enter sends in all conversations. Shift+Enter starts a new line.';
export const titlesByModel = (writer: string) =>
  `${writer} writes the titles of new conversations. It counts towards your limits.`;
export const usage = (input: string, output: string, today: string, limit: string) =>
  `This month: ${input} tokens in, ${output} out. Today: ${today} of ${limit} messages.`;
export const limitsUsed = (spending: string) => `Limits used: ${spending}. Answers in progress count in full.`;
export const couldNotLoadUsage = 'Could not load your usage.';
export const branches = 'Forks and versions of this conversation';
export const memorySizeRange = (max: number) => `Enter a number from 1 to ${max}.`;
export const tooLongPrompt = (max: string) => `Use at most ${max} characters.`;
