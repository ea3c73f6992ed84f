/** The news about its last stack that a server has told, and the warnings that its players have got. */
export interface ToldNews {
  stackId: string;
  newsIds: string[];
}

/** Adds to what a server has told. Its last stack does not count. */
export const withTold = (told: ToldNews | undefined, stackId: string, newsIds: readonly string[]): ToldNews => ({
  stackId,
  newsIds: [...(told?.stackId === stackId ? told.newsIds : []), ...newsIds],
});
