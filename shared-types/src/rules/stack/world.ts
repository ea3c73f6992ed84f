/** A world is played in one of these ways. */
export const gameModes = ['survival', 'creative', 'adventure'] as const;

export const difficulties = ['peaceful', 'easy', 'normal', 'hard'] as const;
