/** How a world is played. */
export const gameModes = ['survival', 'creative', 'adventure'] as const;

export const difficulties = ['peaceful', 'easy', 'normal', 'hard'] as const;
