/**
 * The server of Minecraft Java drops a command of more than 1,446 bytes (https://minecraft.wiki/w/RCON), and a character of UTF-16
 * has three bytes of UTF-8 at most.
 */
export const maxCommandLength = 480;

/** Control characters and everything that Unicode counts as the end of a line. */
const lineEnd = /[\p{Cc}\u2028\u2029]/u;

/** The console of a game reads one command a line. */
export const isCommandLine = (text: string) =>
  text.trim() !== '' && text.length <= maxCommandLength && !lineEnd.test(text);

/** Accepts a name in any script and with spaces. The game's commands put it in double quotes. */
export const isPlayerName = (name: string) => isCommandLine(name) && name.length <= 40 && !/["\\]/.test(name);

/** As many as a game may have players at most. */
export const maxAllowedPlayers = 30;
export const maxOperators = 10;

/** What a server says of lists that reach it after later ones: infra/src/game-server/scripts/console.sh. */
export const laterListsSentence = 'Later lists have arrived already.';

/** Returns a command that the page writes for its users, as the others here do. */
export const messageCommand = (message: string) => `say ${message.trim()}`;
export const kickCommand = (name: string) => `kick "${name.trim()}"`;
