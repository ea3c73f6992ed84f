import * as z from 'zod';

export const ulid = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/;
export const ChatSessionId = z.string().regex(ulid, 'must be the id of a session');

/** The id is `<sessionId>.<ulid>`, so a message is found without an index. */
export const ChatMessageId = z
  .string()
  .regex(new RegExp(`${ulid.source.slice(0, -1)}\\.${ulid.source.slice(1)}`), 'must be the id of a message');
