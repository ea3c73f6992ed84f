import type { ChatSession } from 'shared-types/contract/chat';
import type { ModelSettings } from 'shared-types/contract/model';
import { maxTitleLength } from 'shared-types/rules/limits';
import { AppError } from '../../platform/app-error.ts';
import { type Catalogue, startingModel } from '../models/catalogue.ts';

/** A conversation of one person. */
export interface Session {
  userId: string;
  sessionId: string;
  title: string;
  memorySize: number;
  modelCode: string;
  createTimeMs: number;
  /** When something was last asked in it. */
  updateTimeMs: number;
  /** Hidden since then, and soon gone. */
  deletedAtMs: number | null;
}

/** What a session begins with. */
export interface SessionDefaults {
  memorySize: number;
  modelCode: string;
}

/** What was chosen last, and the configured where nothing was; of a model that is gone, what has taken its place. */
export function beginningOf(
  chosen: Partial<SessionDefaults>,
  defaults: SessionDefaults,
  catalogue: Catalogue,
  now: Date,
): SessionDefaults {
  const isListed = catalogue.models.some(({ code }) => code === chosen.modelCode);
  const modelCode = (isListed ? chosen.modelCode : undefined) ?? defaults.modelCode;
  return { ...defaults, ...chosen, modelCode: startingModel(modelCode, catalogue, now) };
}

export const newSession = (
  { userId, sessionId, title }: Pick<Session, 'userId' | 'sessionId' | 'title'>,
  defaults: SessionDefaults,
  now: Date,
): Session => ({
  userId,
  sessionId,
  title: title.trim() === '' ? 'New chat' : title,
  ...defaults,
  createTimeMs: now.getTime(),
  updateTimeMs: now.getTime(),
  deletedAtMs: null,
});

const longestMadeTitle = 60;

/** The first line that says something, as long as a list can show. */
export function titleOf(text: string): string {
  const line = (/\S.*/.exec(text)?.[0] ?? '').trim();
  if (line.length <= longestMadeTitle) return line;
  // Not in the middle of a character that takes two units.
  return `${line.slice(0, longestMadeTitle - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

export interface SessionChanges {
  title: string | null;
  memorySize: number | null;
  modelCode: string | null;
}

export function refuseUnknownModel(modelCode: string | null, models: readonly ModelSettings[]) {
  if (modelCode === null || models.some(({ code }) => code === modelCode)) return;
  const message = 'is not one of the models';
  throw new AppError('invalid', `body.modelCode: ${message}`, { issues: [{ path: 'body.modelCode', message }] });
}

/** As people compare titles: in any case, and however a letter is composed. */
const plain = (text: string) => text.normalize('NFKC').toLocaleLowerCase('en').trim();
export const isTitled = ({ title }: Session, wanted: string) => plain(title).includes(plain(wanted));

export const asChatSession = (session: Session): ChatSession => ({
  sessionId: session.sessionId,
  title: session.title.slice(0, maxTitleLength),
  memorySize: session.memorySize,
  chatProvider: 'OPENAI',
  chatModal: session.modelCode,
  createTime: session.createTimeMs,
  updateTime: session.updateTimeMs,
});
