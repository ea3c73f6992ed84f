/**
 * The characters that markdown-cjk-friendly counts as Chinese, Japanese or Korean: wide, fullwidth and halfwidth ones by
 * UAX #11, and Hangul, without emoji: github.com/tats-u/markdown-cjk-friendly/blob/main/specification.md
 */
export const cjk =
  /(?!\p{Emoji_Presentation})[\u1100-\u11ff\u20a9\u2329\u232a\u2630-\u2637\u268a-\u268f\u2e80-\u303e\u3041-\u3247\u3250-\ua4c6\ua960-\ua97c\uac00-\ud7fb\uf900-\ufaff\ufe10-\ufe19\ufe30-\ufe6b\uff01-\uffee\u{16fe0}-\u{18df2}\u{1aff0}-\u{1b2fb}\u{1d300}-\u{1d376}\u{1f200}-\u{1f265}\u{20000}-\u{3fffd}]/u;
