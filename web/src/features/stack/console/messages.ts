export const gameConsole = 'Console';
export const log = 'The game’s log';
export const refresh = 'Refresh log';
export const readingLog = 'Reading the log…';
export const kind = 'What to send';
export const kinds = { command: 'Command', message: 'Message to all', kick: 'Kick a player' } as const;
export const line = { command: 'Command', message: 'Message', kick: 'Player' } as const;
export const send = 'Send';
export const sending = 'Sending…';
export const emptyLog = 'The log is empty.';
export const answer = 'Answer';
export const noAnswer = 'Sent. The game returned no output.';
export const notAnswered = 'The server did not respond within a minute.';
export const logFailed = 'Could not read the log.';
export const sendFailed = 'Could not send.';
export const oneLine = 'Enter one line of at most 500 characters.';
export const playerName = 'Enter a name of at most 40 characters, without quotes.';
export const players = 'Players and operators';
export const onlyListed = 'Only players on the allow list may join';
export const allowList = 'Allow list';
export const oneNameALine = {
  bedrock: 'One gamertag a line, at most 30.',
  java: 'One name of Java Edition a line, at most 30. It can differ from the gamertag.',
} as const;
export const operators = 'Operators';
export const aboutOperators = {
  bedrock:
    'One gamertag a line, at most 10. Operators may use commands in the game. Someone who has never joined becomes one within a minute of joining.',
  java: 'One name of Java Edition a line, at most 10. Operators may use commands in the game.',
} as const;
export const save = 'Save';
export const saving = 'Saving…';
export const savedAndSet = 'Saved. The running game now uses these lists.';
export const savedForNextStart = 'Saved. The game gets these lists within two minutes of its next start.';
export const savedLate = 'Saved. The game has not responded yet; it gets these lists within minutes.';
export const listsNotLoaded = 'Could not load the lists.';
export const listsNotSaved = 'Could not save the lists.';
export const tooManyNames = 'A list is too long: at most 30 players and 10 operators.';
export const notAName = (name: string) => `“${name}” cannot be a player name. Use at most 40 characters and no quotes.`;
export const savedBut = (reason: string) => `Saved. ${reason}`;
