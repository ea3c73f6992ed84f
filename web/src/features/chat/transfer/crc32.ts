const remainders = Uint32Array.from({ length: 256 }, (_, byte) => {
  let remainder = byte;
  for (let bit = 0; bit < 8; bit++) remainder = (remainder >>> 1) ^ (remainder & 1 ? 0xedb88320 : 0);
  return remainder;
});

/** The sum by which a zip tells whether a file is damaged: APPNOTE.TXT of PKWARE, 4.4.7. It is counted while bytes arrive. */
export function crc32() {
  let state = 0xffffffff;
  return {
    add: (bytes: Uint8Array) => {
      for (const byte of bytes) state = (state >>> 8) ^ (remainders[(state ^ byte) & 0xff] ?? 0);
    },
    value: () => ~state >>> 0,
  };
}
