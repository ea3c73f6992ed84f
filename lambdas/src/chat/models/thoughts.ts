import { channelFrames, channelMarks, type ThoughtMarks, thoughtMarks } from './dialects.ts';
import { inProse, placeAfter, startOfText } from './prose.ts';

interface SplitText {
  text: string;
  thoughts: string;
  /** The text of all parts before was thoughts. */
  textWasThoughts: boolean;
}

type Mark = { text: string } & ({ kind: 'open'; marks: ThoughtMarks } | { kind: 'close' } | { kind: 'frame' });

const marksOf = (all: readonly ThoughtMarks[]): Mark[] =>
  all.flatMap((marks): Mark[] => [
    { text: marks.open, kind: 'open', marks },
    ...marks.close.map((text): Mark => ({ text, kind: 'close' })),
  ]);

const tagMarks = marksOf(thoughtMarks);
/** A frame comes first, because it may also close thoughts. */
const framedMarks: Mark[] = [
  ...channelFrames.map((text): Mark => ({ text, kind: 'frame' })),
  ...channelMarks.map((marks): Mark => ({ text: marks.open, kind: 'open', marks })),
];

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
const patternOf = (texts: readonly string[]) => new RegExp(texts.map(escaped).join('|'), 'i');
const textsOf = (marks: readonly Mark[]) => marks.map(({ text }) => text);
const patterns = {
  tags: patternOf(textsOf(tagMarks)),
  all: patternOf(textsOf([...framedMarks, ...tagMarks])),
};
const startsFrame = new RegExp(String.raw`^\s*(?:${patternOf(textsOf(framedMarks)).source})`);
/** Finds the end of thoughts, which may name it between backticks before. */
const closingPattern = ({ close }: ThoughtMarks) => new RegExp(`(?<!\`)(?:${patternOf(close).source})`, 'gi');

/** Returns the length of the end of a text that the next piece may turn into a mark. */
function unsureLength(text: string): number {
  for (let length = Math.min(text.length, maxMarkLength - 1); length > 0; length--) {
    const end = text.slice(-length).toLowerCase();
    if (markStarts.some((each) => each.startsWith(end))) return length;
  }
  return 0;
}
const markStarts = textsOf([...framedMarks, ...tagMarks]).map((text) => text.toLowerCase());
const maxMarkLength = Math.max(...markStarts.map(({ length }) => length));

/** The first half of a character stays until the second half has come. */
const isHalf = (text: string) => /[\uD800-\uDBFF]$/.test(text);

/**
 * Separates the thoughts that some models write into their text, in any dress of the table `dialects.ts`, and joins the halves
 * of a character that came in two pieces. The database takes no half of a character.
 *
 * A mark is a mark at the beginning of the answer, and later only outside of code and where no sentence talks about it: thoughts
 * open at the beginning of a line or behind the end of a sentence. They close without having been opened, which makes all text
 * before them thoughts, if no mark has been opened or named before and the closing one does not follow a word and a blank in the
 * middle of a line. Thoughts that a complete answer never closes are text.
 */
export class ThoughtSplitter {
  /** What is not decided yet. */
  private held = '';
  /** The thoughts that are open, and their opening mark as it was written. */
  private open: { marks: ThoughtMarks; mark: string; close: RegExp } | undefined;
  private scanned = 0;
  /** White space around thoughts, until the text goes on. */
  private gap: string | undefined;
  private place = startOfText;
  private hasText = false;
  private shownLength = 0;
  private hasThoughts = false;
  private isNamed = false;
  private isFramed = false;

  add(piece: string): SplitText {
    this.held += piece;
    return this.read(false);
  }

  /** Returns the rest. If a complete answer never closes its thoughts, they are the answer's text. */
  end(isComplete: boolean): SplitText {
    const said = this.read(true);
    if (!this.open) return said;
    const { marks, mark } = this.open;
    if (!isComplete || marks.head !== undefined) this.think(said, this.held, marks.head);
    else {
      const unopened = `${this.gap ?? ''}${mark}${this.held}`;
      this.gap = undefined;
      this.say(said, unopened);
    }
    return said;
  }

  private read(isEnd: boolean): SplitText {
    const said = { text: '', thoughts: '', textWasThoughts: false };
    while (this.open ? this.readThoughts(said) : this.readText(said, isEnd));
    return said;
  }

  /** Reads up to the end of the open thoughts. Returns false if it has not come yet. */
  private readThoughts(said: SplitText): boolean {
    if (!this.open) return false;
    const { marks, close } = this.open;
    // The mark may have begun in the piece before.
    close.lastIndex = Math.max(0, this.scanned - maxMarkLength);
    const found = close.exec(this.held);
    this.scanned = this.held.length;
    if (!found) return false;
    this.think(said, this.held.slice(0, found.index), marks.head);
    this.held = this.held.slice(close.lastIndex);
    this.open = undefined;
    return true;
  }

  /** Reads up to the next mark. Returns false if there is none, or what decides about it has not come yet. */
  private readText(said: SplitText, isEnd: boolean): boolean {
    if (this.gap !== undefined) this.skipGap();
    if (!this.hasText && !this.hasThoughts) this.isFramed ||= startsFrame.test(this.held);
    const found = (this.isFramed ? patterns.all : patterns.tags).exec(this.held);
    if (!found) {
      const kept = isEnd ? 0 : this.keptLength();
      this.say(said, this.held.slice(0, this.held.length - kept));
      this.held = kept === 0 ? '' : this.held.slice(-kept);
      return false;
    }
    const [written] = found;
    const mark = markOf(written);
    const before = this.held.slice(0, found.index);
    const after = this.held.slice(found.index + written.length);
    if (mark.kind === 'close' && !isEnd && after.trim() === '') return false;
    this.held = after;
    if (!this.counts(mark, before, after)) {
      this.isNamed ||= mark.kind === 'open';
      this.say(said, before + written);
    } else if (mark.kind === 'open') {
      const text = before.trimEnd();
      if (text !== '') this.say(said, text);
      this.gap = (this.gap ?? '') + before.slice(text.length);
      this.open = { marks: mark.marks, mark: written, close: closingPattern(mark.marks) };
      this.scanned = 0;
    } else {
      this.say(said, before);
      if (mark.kind === 'close') this.takeBack(said);
    }
    return true;
  }

  private counts(mark: Mark, before: string, after: string): boolean {
    const place = placeAfter(this.place, before);
    const isFirst = !this.hasText && before.trim() === '';
    if (isFirst) return true;
    if (!inProse(place)) return false;
    if (this.isFramed && framedMarks.includes(mark)) return true;
    if (mark.kind === 'open') return /^ {0,3}$|[.!?…:;。！？：；]["'”’)）」』*_]*[ \t]*$/.test(place.line);
    const isWord = /[^\s.!?…:;。！？：；][ \t]+$/.test(place.line) && /^[ \t]*\S/.test(after);
    return !this.isNamed && !isWord;
  }

  /** The text so far was thoughts. What the parts before have of it goes on with the rest, so nothing stands between. */
  private takeBack(said: SplitText) {
    const { text } = said;
    const isShown = this.shownLength > text.length;
    said.text = '';
    if (isShown) said.thoughts += text;
    else this.think(said, text);
    said.textWasThoughts ||= isShown;
    this.hasThoughts ||= isShown;
    this.gap ??= '';
    this.hasText = false;
    this.shownLength = 0;
    this.place = startOfText;
  }

  private think(said: SplitText, thoughts: string, head?: string) {
    const start = head === undefined ? -1 : thoughts.indexOf(head);
    const thought = (start === -1 ? thoughts : thoughts.slice(start + (head?.length ?? 0))).trim().toWellFormed();
    if (thought !== '') said.thoughts += `${this.hasThoughts ? '\n\n' : ''}${thought}`;
    this.hasThoughts ||= thought !== '';
    this.gap ??= '';
  }

  private say(said: SplitText, text: string) {
    if (text === '') return;
    const separator = this.gap === undefined || !this.hasText ? '' : this.gap.includes('\n') ? '\n\n' : ' ';
    const whole = (separator + text).toWellFormed();
    this.gap = undefined;
    this.hasText ||= whole.trim() !== '';
    this.place = placeAfter(this.place, whole);
    this.shownLength += whole.length;
    said.text += whole;
  }

  private skipGap() {
    const rest = this.held.trimStart();
    this.gap = (this.gap ?? '') + this.held.slice(0, this.held.length - rest.length);
    this.held = rest;
  }

  /** White space is kept back as well, because it belongs to the thoughts that may follow. */
  private keptLength(): number {
    const unsure = unsureLength(this.held);
    const sure = this.held.slice(0, this.held.length - unsure);
    if (unsure === 0 && isHalf(sure)) return 1;
    return this.held.length - sure.trimEnd().length;
  }
}

const allMarks = new Map([...framedMarks, ...tagMarks].map((mark) => [mark.text.toLowerCase(), mark] as const));
function markOf(written: string): Mark {
  const mark = allMarks.get(written.toLowerCase());
  if (!mark) throw new RangeError(`${written} is no mark`);
  return mark;
}
