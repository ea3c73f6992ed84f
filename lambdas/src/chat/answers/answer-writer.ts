import type { RetryReason } from 'shared-types/rules/message-status';
import type { AnswerPart, Citation, TokenUsage } from '../models/model.ts';
import type { Surroundings } from '../ports.ts';
import type { AnswerLease } from './lease.ts';
import type { LeaseStore } from './lease-store.ts';
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

export interface WriterPorts extends Pick<Surroundings, 'now' | 'newToken'> {
  store: Pick<LeaseStore, 'savePiece' | 'saveProgress' | 'beginTextAgain'>;
  settings: {
    maxAnswerMs: number;
    /** The interval at which the answer writer checks whether a save is due. */
    tickMs: number;
  };
}

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
  /** The holder under which the text begins again, as long as that is not saved. */
  private nextHolder: string | undefined;
  private readonly abort = new AbortController();
  private readonly startedMs: number;
  private readonly timer: NodeJS.Timeout;
  private readonly ports: WriterPorts;
  private readonly lease: AnswerLease;

  constructor(ports: WriterPorts, lease: AnswerLease, modelCode: string) {
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

  add({ text = '', thoughts = '', textWasThoughts, finishReason, usage, searches = 0, citations = [] }: AnswerPart) {
    this.finishReason = finishReason ?? this.finishReason;
    this.reportedUsage = usage ?? this.reportedUsage;
    this.searches += searches;
    if (citations.length > 0) this.citations = withCitations(this.citations, citations);
    if (textWasThoughts) this.takeBack();
    this.thoughts = (this.thoughts + thoughts).slice(0, maxThoughts).toWellFormed();
    const fitting = firstBytes(text, maxBytes - this.bytes);
    this.text += fitting;
    this.bytes += Buffer.byteLength(fitting);
    this.hasText ||= fitting.trim() !== '';
    if (fitting.length < text.length) return this.stop('full');
    this.tick();
  }

  /** Waits for the save in progress. No other one begins, but an answer without a text may not keep one that was taken back. */
  async close() {
    clearInterval(this.timer);
    await this.saving;
    const isTakenBack = this.nextHolder !== undefined && this.saved.length > 0;
    if (isTakenBack && !this.hasText && this.stopReason !== 'leaseLost')
      await this.save({ text: false, renewal: true }, this.ports.now().getTime());
  }

  /** Lets pages show when the model is asked again. Without it the answer is written as well. */
  async saveRetry(reason: RetryReason, waitMs: number) {
    await this.saving;
    if (this.nextHolder !== undefined || this.stopReason) return;
    const nowMs = this.ports.now().getTime();
    const isHeld = this.ports.store.saveProgress(this.lease, { retry: { reason, atMs: nowMs + waitMs } }, nowMs);
    this.saving = isHeld
      .then((held) => (held ? undefined : this.stop('leaseLost')))
      .catch(() => {})
      .finally(() => (this.saving = undefined));
    await this.saving;
  }

  /** Makes the text so far thoughts. */
  private takeBack() {
    this.thoughts = [this.thoughts, this.text].filter(Boolean).join('\n\n');
    this.text = '';
    this.bytes = 0;
    this.hasText = false;
    this.nextHolder ??= this.ports.newToken();
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
    // Nobody has seen a text that was not saved.
    if (saved.length === 0) this.nextHolder = undefined;
    const due = dueSave({
      isTakenBack: this.nextHolder !== undefined,
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
    if (this.nextHolder !== undefined) return this.saveTakenBack(this.nextHolder, atMs);
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

  private async saveTakenBack(holder: string, atMs: number) {
    const { lease, thoughts } = this;
    const { store } = this.ports;
    try {
      // A write whose answer was lost is found by its holder.
      const isHeld =
        (await store.beginTextAgain(lease, holder, thoughts, atMs)) ||
        (await store.saveProgress({ ...lease, holder }, {}, atMs));
      if (!isHeld) return this.stop('leaseLost');
      lease.holder = holder;
      this.nextHolder = undefined;
      this.saved = { length: 0, thoughtsLength: thoughts.length, atMs, renewedAtMs: atMs };
    } catch {
      this.saved = { ...this.saved, atMs };
    }
  }
}

/** Adds the pages that are not there yet, and the title of one that had none. */
function withCitations(known: readonly Citation[], found: readonly Citation[]): readonly Citation[] {
  const byUrl = new Map(known.map((each) => [each.url, each]));
  for (const each of found) if (!byUrl.get(each.url)?.title) byUrl.set(each.url, each);
  return [...byUrl.values()].slice(0, maxCitations);
}
