/** A world is played in one of these ways. */
export const gameModes = ['survival', 'creative', 'adventure'] as const;

export const difficulties = ['peaceful', 'easy', 'normal', 'hard'] as const;

/** The largest file of a world that can be uploaded. S3 copies it within the time of a call. */
export const maxWorldBytes = 1_000_000_000;

/** The length of the name of an uploaded file, in UTF-16 units. */
export const maxWorldFileNameLength = 255;

/**
 * These are the most bytes and files that a world from elsewhere may have when it is unpacked. The boot script of a server has
 * the same limits.
 */
export const maxUnpackedBytes = 4 * 1024 ** 3;
export const maxFilesOfWorld = 50_000;

/** So many uploaded and copied worlds are kept beside the archives that a server makes. */
export const keptForeignWorlds = 5;
export const maxForeignWorlds = 10;
