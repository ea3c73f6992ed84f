const opening = '<think>';
const closing = '</think>';

interface SplitText {
  text: string;
  thoughts: string;
}

/**
 * Separates the thoughts that some models write into their text, as `<think>…</think>` at its start, and joins the halves of
 * a character that came in two pieces. The database takes no half of a character.
 */
export class ThoughtSplitter {
  private state: 'start' | 'thoughts' | 'gap' | 'text' = 'start';
  /** The end of the text so far, which is kept back because the next piece may turn it into a tag. */
  private held = '';

  add(piece: string): SplitText {
    this.held += piece;
    if (this.state === 'start') this.readStart();
    const thoughts = this.state === 'thoughts' ? this.readThoughts() : '';
    if (this.state === 'gap') this.skipGap();
    return { text: this.state === 'text' ? this.takeText() : '', thoughts };
  }

  /** Returns the rest. If a complete answer never closes its thoughts, they are the answer's text. */
  end(isComplete: boolean): SplitText {
    const rest = this.held.toWellFormed();
    if (this.state !== 'thoughts') return { text: rest, thoughts: '' };
    return isComplete ? { text: `${opening}${rest}`, thoughts: '' } : { text: '', thoughts: rest };
  }

  private readStart() {
    const start = this.held.trimStart();
    if (start.startsWith(opening)) {
      this.state = 'thoughts';
      this.held = start.slice(opening.length);
    } else if (!opening.startsWith(start)) this.state = 'text';
  }

  private readThoughts(): string {
    const end = this.held.indexOf(closing);
    if (end === -1) return '';
    const thoughts = this.held.slice(0, end).toWellFormed();
    this.held = this.held.slice(end + closing.length);
    this.state = 'gap';
    return thoughts;
  }

  private skipGap() {
    this.held = this.held.trimStart();
    if (this.held !== '') this.state = 'text';
  }

  /** Takes the held text. The first half of a character at its end stays until the second half has come. */
  private takeText(): string {
    const taken = /[\uD800-\uDBFF]$/.test(this.held) ? this.held.slice(0, -1) : this.held;
    this.held = this.held.slice(taken.length);
    return taken.toWellFormed();
  }
}
