import { describe, expect, it } from '@jest/globals';
import { highlightCode } from 'web/features/chat/markdown/code/highlight';

describe('highlightCode', () => {
  it.each([
    ['ts', 'const a: string = "<b>&amp;</b>"; // \'x\'', 'keyword'],
    ['py', 'def f(x):\n    return f"{x}" # <i>', 'keyword'],
    ['html', '<script>let a = 1 < 2 && "b"</script>', 'keyword'],
    ['diff', '- a < b\n+ a > b', 'deletion'],
    ['sh', 'echo "$HOME" # done', 'comment'],
    ['json', '{"a": [1, null]}', 'number'],
  ])('keeps the text of %s', async (language, code, kind) => {
    const spans = (await highlightCode(code, language)) ?? [];
    expect(spans.map(({ text }) => text).join('')).toBe(code);
    expect(spans.map((span) => span.kind)).toContain(kind);
  });

  it('returns undefined for an unknown language', async () => {
    expect(await highlightCode('a', 'nosuchlanguage')).toBeUndefined();
    expect(await highlightCode('a', '__proto__')).toBeUndefined();
  });
});
