import { encodeTime } from 'ulid';

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
export const timeLength = 10;
const chanceLength = 16;

/** Encodes the 80 bits of a ULID that follow its time. The texts sort as the bytes do. */
export const base32 = (bytes: Buffer) =>
  BigInt(`0x${bytes.toString('hex')}`)
    .toString(32)
    .padStart(chanceLength, '0')
    .replaceAll(/./g, (digit) => alphabet.charAt(Number.parseInt(digit, 32)));

/** Returns an id that follows from its time and from random or hashed bytes, of which it takes ten. */
export const derivedUlid = (timeMs: number, chance: Buffer) =>
  encodeTime(timeMs, timeLength) + base32(chance.subarray(0, 10));
