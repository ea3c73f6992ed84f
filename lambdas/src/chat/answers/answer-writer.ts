import type { Citation, TokenUsage } from '../messages/message.ts';
import type { AnswerPart, WorkerPorts } from '../ports.ts';
import type { AnswerLease } from './lease.ts';
import { type DueSave, dueSave } from './save-interval.ts';

/** The reason why writing ends before the model does. */
type StopReason = 'leaseLost' | 'timeLimit' | 'full';

/** An item takes 400 KB, and the item of a version holds the longest question and the thoughts, too: at most 96 KB and 24 KB. */
const maxBytes = 280_000;
const maxThoughts = 8000;
const maxCitations = 20;

const encoder = new TextEncoder();

/** Returns the start of a text that takes at most `max` bytes and ends with a whole character. */
const firstBytes = (text: string, max: number) =>
  text.length * 3 <= max ? text : text.slice(0, encoder.encodeInto(text, new Uint8Array(max)).read);

/** Collects the text of one answer while the model writes it. It saves the text at intervals and renews the lease. */
export class AnswerWriter {
  text = '';
  thoughts = '';
  citations: readonly Citation[] = [];
  searches = 0;
  hasText = false;
  finishReason: string | null = null;
  /** Set when the answer must not grow any more; the signal is aborted then. */
  stopReason: StopReason | undefined;
  readonly modelCode: string;

  private reportedUsage: TokenUsage | null = null;
  private bytes = 0;
  /** The saved part of the text, in UTF-16 units, and the times of the last save and of the last renewal of the lease. */
  private saved: { length: number; thoughtsLength: number; atMs: number; renewedAtMs: number };
  private saving: Promise<void> | undefined;
  private readonly abort = new AbortController();
  private readonly startedMs: number;
  private readonly timer: NodeJS.Timeout;
  private readonly ports: Pick<WorkerPorts, 'store' | 'now' | 'settings'>;
  private readonly lease: AnswerLease;

  constructor(ports: Pick<WorkerPorts, 'store' | 'now' | 'settings'>, lease: AnswerLease, modelCode: string) {
    this.ports = ports;
    this.lease = lease;
    this.modelCode = modelCode;
    this.startedMs = ports.now().getTime();
    this.saved = { length: 0, thoughtsLength: 0, atMs: this.startedMs, renewedAtMs: this.startedMs };
    this.timer = setInterval(() => this.tick(), ports.settings.tickMs);
  }

  get signal(): AbortSignal {
    return this.abort.signal;
  }

  /** Returns the provider's count of the tokens. Proxies report zeros when the server behind them counts nothing. */
  get usage(): TokenUsage | null {
    const hasWords = this.text !== '' || this.thoughts !== '';
    return hasWords && this.reportedUsage?.outputTokens === 0 ? null : this.reportedUsage;
  }

  add({ text = '', thoughts = '', finishReason, usage, searches = 0, citation }: AnswerPart) {
    this.finishReason = finishReason ?? this.finishReason;
    this.reportedUsage = usage ?? this.reportedUsage;
    this.searches += searches;
    if (citation && this.citations.length < maxCitations && this.citations.every(({ url }) => url !== citation.url))
      this.citations = [...this.citations, citation];
    this.thoughts = (this.thoughts + thoughts).slice(0, maxThoughts).toWellFormed();
    const fitting = firstBytes(text, maxBytes - this.bytes);
    this.text += fitting;
    this.bytes += Buffer.byteLength(fitting);
    this.hasText ||= fitting.trim() !== '';
    if (fitting.length < text.length) return this.stop('full');
    this.tick();
  }

  /** Waits for the save in progress. No other one begins. */
  async close() {
    clearInterval(this.timer);
    await this.saving;
  }

  private stop(reason: StopReason) {
    this.stopReason ??= reason;
    this.abort.abort();
  }

  private tick() {
    const { now, settings } = this.ports;
    const nowMs = now().getTime();
    if (nowMs - this.startedMs >= settings.maxAnswerMs) this.stop('timeLimit');
    if (this.saving || this.stopReason) return;
    const { text, hasText, thoughts, saved } = this;
    const due = dueSave({
      savedLength: saved.length,
      length: hasText ? text.length : 0,
      hasNewThoughts: !hasText && thoughts.length > saved.thoughtsLength,
      sinceSaveMs: nowMs - saved.atMs,
      sinceRenewalMs: nowMs - saved.renewedAtMs,
    });
    if (due.text || due.renewal) this.saving = this.save(due, nowMs).finally(() => (this.saving = undefined));
  }

  private async save(due: DueSave, atMs: number) {
    const { lease, text, thoughts, modelCode } = this;
    const { store } = this.ports;
    const { length: offset, thoughtsLength, renewedAtMs } = this.saved;
    const isFirst = due.text && offset === 0;
    const length = due.text ? text.length : offset;
    try {
      if (due.text && !isFirst) await store.savePiece(lease, offset, text.slice(offset), atMs);
      // The thoughts are complete when the text begins.
      const hasNewThoughts = offset === 0 && thoughts.length > thoughtsLength;
      const progress = { ...(isFirst && { text, modelCode }), ...(hasNewThoughts && { thoughts }) };
      const isHeld = !due.renewal || (await store.saveProgress(lease, progress, atMs));
      if (!isHeld) return this.stop('leaseLost');
      this.saved = {
        length,
        thoughtsLength: due.renewal ? thoughts.length : thoughtsLength,
        atMs,
        renewedAtMs: due.renewal ? atMs : renewedAtMs,
      };
    } catch {
      // The next save may succeed. If none does, the lease expires, and the write of the final answer throws.
      this.saved = { ...this.saved, atMs };
    }
  }
}
