import { bootPhases } from 'shared-types/rules/stack/boot';
import { dayMs } from 'shared-types/rules/time';
import type { StackMode } from '../../aws/cloudformation/stack-mode.ts';
import type { BootingStack } from '../../aws/cloudformation/stack-parts.ts';
import type { BusEvent } from '../../aws/eventbridge/event-rules.ts';
import type { Clock } from '../../clock.ts';
import type { OnShutdown } from '../../startup/on-shutdown.ts';

interface BootsProps {
  booting: () => BootingStack[];
  mode: () => StackMode;
  clock: Pick<Clock, 'now'>;
  putEvent: (event: BusEvent) => Promise<void>;
  onShutdown: OnShutdown;
}

const checkIntervalMs = 500;
const keptVersion = '1.26.50.2';
const keptDays = 25;

/** Imitates the reports of infra/src/game-server/scripts/boot.sh: all phases after the instance take the same time. */
export function startBoots({ booting, mode, clock, putEvent, onShutdown }: BootsProps) {
  const told = new Map<string, { ends: number; kept: object | undefined }>();
  function check() {
    for (const { stackName, stackId, sinceMs, untilMs } of booting()) {
      const lengthMs = (untilMs - sinceMs) / (bootPhases.length - 1);
      const ends = bootPhases.map((_, index) => sinceMs + index * lengthMs).filter((endMs) => endMs <= clock.now());
      const before = told.get(stackId);
      if (ends.length <= (before?.ends ?? 0)) continue;
      const endsSeconds = ends.map((endMs) => Math.floor(endMs / 1000));
      const keptGame = { version: keptVersion, atSeconds: Math.floor((clock.now() - keptDays * dayMs) / 1000) };
      // A server goes on with what it has begun with, whatever the mode is by then.
      const kept = before ? before.kept : mode() === 'kept' ? { keptImage: true, keptGame } : undefined;
      told.set(stackId, { ends: ends.length, kept });
      const detail = { stackName, stackId, endsSeconds, ...kept };
      // The log of a function that failed has the reason.
      void putEvent({ source: 'home-page.game-server', detailType: 'Booting', detail }).catch(() => {});
    }
  }
  const timer = setInterval(check, checkIntervalMs);
  onShutdown(() => clearInterval(timer));
}
