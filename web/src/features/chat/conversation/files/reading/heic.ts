/** The brands of pictures and films of pictures in HEVC: ISO/IEC 23008-12, annex B. Those of AVIF are others. */
const brands = /^ftyp(?:.{4})*?(?:hei[cxms]|hev[cxms])/s;

/** Returns whether a file is a picture as iPhones take them, by the box at its start that names its brands. */
export async function isHeic(file: Blob): Promise<boolean> {
  const head = await file.slice(0, 64).arrayBuffer();
  if (head.byteLength < 12) return false;
  const end = Math.min(new DataView(head).getUint32(0), head.byteLength);
  return brands.test(new TextDecoder('latin1').decode(head.slice(4, end)));
}
