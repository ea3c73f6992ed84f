import { isWriteDue } from './save-interval.ts';
import type { Usage } from '../messages/message.ts';
import type { AnswerPart, Claim, WriterPorts } from '../ports.ts';

/** Why writing ends before the model does: somebody else has the answer, time is up, or no more fits into a row. */
export type StopReason = 'taken' | 'timeLimit' | 'full';

/** A row of the table takes 400 KB, and in a version's row the longest question stands as well: 96 KB. */
const mostBytes = 300_000;

/** An answer while it is written: takes the words as they come, stores them now and then, and keeps the lease alive. */
export class Draft {
  text = '';
  hasWords = false;
  finishReason: string | null = null;
  usage: Usage | null = null;
  /** Set when it makes no sense to go on; the signal says so, too. */
  stopReason: StopReason | undefined;
  readonly modelCode: string;

  private bytes = 0;
  private stored: { bytes: number; atMs: number };
  private writing: Promise<void> | undefined;
  private readonly abort = new AbortController();
  private readonly startedMs: number;
  private readonly timer: NodeJS.Timeout;
  private readonly ports: Pick<WriterPorts, 'store' | 'now' | 'settings'>;
  private readonly claim: Claim;

  constructor(ports: Pick<WriterPorts, 'store' | 'now' | 'settings'>, claim: Claim, modelCode: string) {
    this.ports = ports;
    this.claim = claim;
    this.modelCode = modelCode;
    this.startedMs = ports.now().getTime();
    this.stored = { bytes: 0, atMs: this.startedMs };
    this.timer = setInterval(() => this.tick(), ports.settings.tickMs);
  }

  get signal(): AbortSignal {
    return this.abort.signal;
  }

  add({ text = '', finishReason, usage }: AnswerPart) {
    this.finishReason = finishReason ?? this.finishReason;
    this.usage = usage ?? this.usage;
    const bytes = this.bytes + Buffer.byteLength(text);
    if (bytes > mostBytes) return this.stop('full');
    this.text += text;
    this.bytes = bytes;
    this.hasWords ||= text.trim() !== '';
    this.tick();
  }

  /** Nothing is stored any more, and what was being stored has been. */
  async rest() {
    clearInterval(this.timer);
    await this.writing;
  }

  private stop(reason: StopReason) {
    this.stopReason ??= reason;
    this.abort.abort();
  }

  private tick() {
    const { now, settings } = this.ports;
    const nowMs = now().getTime();
    if (nowMs - this.startedMs >= settings.longestAnswerMs) this.stop('timeLimit');
    if (this.writing || this.stopReason) return;
    const { bytes, hasWords, stored } = this;
    if (!isWriteDue({ storedBytes: stored.bytes, bytes, hasWords, sinceWriteMs: nowMs - stored.atMs })) return;
    this.writing = this.write(nowMs).finally(() => (this.writing = undefined));
  }

  private async write(atMs: number) {
    const { text, hasWords, modelCode } = this;
    const bytes = hasWords ? this.bytes : 0;
    try {
      const isMine = await this.ports.store.putWords(this.claim, hasWords ? { text, modelCode } : undefined, atMs);
      if (isMine) this.stored = { bytes, atMs };
      else this.stop('taken');
    } catch {
      // The next one may go through. If none does, the lease runs out, and the end of the answer throws.
      this.stored = { ...this.stored, atMs };
    }
  }
}
