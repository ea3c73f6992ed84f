/** The event on the bus that wakes the notifier. Its detail has the id of the news only. */
export const newsEvent = { source: 'home-page.news', detailType: 'News told' } as const;
