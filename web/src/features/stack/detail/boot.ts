import type { ActionLog, StackAction, StackInfo } from 'shared-types/contract/stack';
import { type BootPhase, bootPhases } from 'shared-types/rules/stack/boot';
import { minuteMs } from 'shared-types/rules/time';
import { formatDuration } from '../../../lib/format-duration.ts';

export interface PhaseTime {
  phase: BootPhase;
  ms: number;
  isOver: boolean;
}

/** Returns the phases of a boot with their lengths, up to the one in progress. */
export function phaseTimes({ creationTime, boot = [] }: StackInfo, now: number): PhaseTime[] {
  const begins = [creationTime, ...boot];
  return bootPhases.slice(0, begins.length).map((phase, index) => {
    const end = boot[index];
    return { phase, ms: Math.max(0, (end ?? now) - (begins[index] ?? now)), isOver: end !== undefined };
  });
}

/** So many of the last starts count. */
const maxStarts = 5;

const isUpAfter = (log: ActionLog | undefined) => log?.syncStatus === 'SUCCEEDED' && log.action !== 'STOP';

/** Returns how long an action usually takes, by the last ones that succeeded; undefined without one. */
export function usualMs(actionLogs: ActionLog[], { action }: Pick<ActionLog, 'action'>): number | undefined {
  const lengths = actionLogs
    // The newest come first. A start of a running server only moves its stop.
    .filter(
      (log, index) =>
        log.action === action && isUpAfter(log) && (action === 'RESTART' || !isUpAfter(actionLogs[index + 1])),
    )
    .slice(0, maxStarts)
    .map(({ actionTime, syncTime }) => syncTime - actionTime)
    .toSorted((one, other) => one - other);
  return lengths[Math.floor(lengths.length / 2)];
}

const usualTexts: Record<StackAction, string> = { START: 'A start', RESTART: 'A restart', STOP: 'A stop' };

/** Estimates the rest of an action by how long it usually takes. */
export function describeRest({ action, actionTime }: ActionLog, usual: number, now: number): string {
  const rest = Math.round((actionTime + usual - now) / minuteMs);
  const left = actionTime + usual <= now ? '' : rest < 1 ? ', less than a minute left' : `, about ${rest} min left`;
  return `${usualTexts[action]} usually takes ${formatDuration(usual)}${left}.`;
}
