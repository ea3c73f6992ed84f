import type { TokenUsage } from '../messages/message.ts';
import type { AnswerPart, WorkerPorts } from '../ports.ts';
import type { AnswerLease } from './lease.ts';
import { isSaveDue } from './save-interval.ts';

/** The reason why writing ends before the model does. */
type StopReason = 'leaseLost' | 'timeLimit' | 'full';

/** An item takes 400 KB, and the item of a version holds the longest question and the thoughts, too: at most 96 KB and 24 KB. */
const maxBytes = 280_000;
const maxThoughts = 8000;

const encoder = new TextEncoder();

/** The start of a text that takes at most so many bytes, and ends with a whole character. */
const firstBytes = (text: string, max: number) =>
  text.length * 3 <= max ? text : text.slice(0, encoder.encodeInto(text, new Uint8Array(max)).read);

/** Collects the text of one answer while the model writes it. It saves the text at intervals and renews the lease. */
export class AnswerWriter {
  text = '';
  thoughts = '';
  hasText = false;
  finishReason: string | null = null;
  usage: TokenUsage | null = null;
  /** Set when the answer must not grow any more; the signal is aborted then. */
  stopReason: StopReason | undefined;
  readonly modelCode: string;

  private bytes = 0;
  private saved: { bytes: number; atMs: number };
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
    this.saved = { bytes: 0, atMs: this.startedMs };
    this.timer = setInterval(() => this.tick(), ports.settings.tickMs);
  }

  get signal(): AbortSignal {
    return this.abort.signal;
  }

  add({ text = '', thoughts = '', finishReason, usage }: AnswerPart) {
    this.finishReason = finishReason ?? this.finishReason;
    this.usage = usage ?? this.usage;
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
    const { bytes, hasText, saved } = this;
    if (!isSaveDue({ savedBytes: saved.bytes, bytes, hasText, sinceSaveMs: nowMs - saved.atMs })) return;
    this.saving = this.save(nowMs).finally(() => (this.saving = undefined));
  }

  private async save(atMs: number) {
    const { text, hasText, modelCode } = this;
    const bytes = hasText ? this.bytes : 0;
    try {
      const isSaved = await this.ports.store.saveProgress(this.lease, hasText ? { text, modelCode } : undefined, atMs);
      if (isSaved) this.saved = { bytes, atMs };
      else this.stop('leaseLost');
    } catch {
      // The next save may succeed. If none does, the lease expires, and the write of the final answer throws.
      this.saved = { ...this.saved, atMs };
    }
  }
}
