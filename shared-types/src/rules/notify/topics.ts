/** The topics of news, by the tool that tells it. */
export const topicsOfTools = {
  ljmonitor: ['new', 'cheaper', 'returned', 'removed', 'sold', 'blocked', 'signInNeeded'],
  stack: ['serverUp', 'firstPlayer', 'serverStopping', 'serverSilent', 'serverFailed'],
  chat: ['answer', 'answerFailed'],
  account: ['newBrowser', 'channelPaused', 'channelRemoved'],
} as const;

export type NewsTool = keyof typeof topicsOfTools;
export type NewsTopic = (typeof topicsOfTools)[NewsTool][number];

export const newsTools: readonly NewsTool[] = ['ljmonitor', 'stack', 'chat', 'account'];

export const newsTopics: readonly NewsTopic[] = Object.values(topicsOfTools).flat();

export const newsLanguages = ['en', 'zh'] as const;
export type NewsLanguage = (typeof newsLanguages)[number];

/** A sentence in each language. */
export type Sentence = Record<NewsLanguage, string>;
