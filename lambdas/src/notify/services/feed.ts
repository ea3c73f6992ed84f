import type { Service } from './service.ts';

/** Keeps messages for feed readers, which come by themselves, as often as they like: RFC 4287. */
export const feed: Service<'feed'> = {
  // An entry is an item of the table, which has 400 KB.
  limits: { textBytes: 60_000, hasLinks: true },
  labelOf: () => '',
  // A repeated message has the number of the first one, and replaces it.
  async send(message, _address, context, outside) {
    await outside.keep(message, context);
    return { kind: 'accepted' };
  },
};
