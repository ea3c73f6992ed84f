import type { StackEvent } from 'shared-types/contract/stack';
import type { BadgeColor } from '../state.ts';

export interface TimelineSpan {
  color: BadgeColor;
  startMs: number;
  /** Null while it is in progress. */
  endMs: number | null;
}

const stackType = 'AWS::CloudFormation::Stack';
const operationStart = /^(CREATE|UPDATE|DELETE|IMPORT)_IN_PROGRESS$/;

/**
 * Converts the events of the last CloudFormation operation to spans by resource, in the order of their start. Green: was
 * created. Grey: was removed. Red: failed. Blue: is in progress. The events come newest first.
 */
export function timelineSpans(events: StackEvent[]): Map<string, TimelineSpan[]> {
  const start = events.findIndex(
    ({ resourceType, resourceStatus }) => resourceType === stackType && operationStart.test(resourceStatus),
  );
  const operation = (start < 0 ? events : events.slice(0, start + 1)).toReversed();
  const spans = new Map<string, TimelineSpan[]>();
  for (const { logicalResourceId, resourceStatus, timestamp } of operation) {
    const own = spans.get(logicalResourceId) ?? [];
    spans.set(logicalResourceId, own);
    const last = own.at(-1);
    const isOpen = last?.endMs === null;
    if (!resourceStatus.endsWith('_IN_PROGRESS')) {
      const ended = { color: endColor(resourceStatus), endMs: timestamp };
      if (isOpen) Object.assign(last, ended);
      else own.push({ startMs: timestamp, ...ended });
    } else if (!isOpen || resourceStatus === 'ROLLBACK_IN_PROGRESS') {
      if (isOpen) Object.assign(last, { color: 'red', endMs: timestamp });
      own.push({ color: 'blue', startMs: timestamp, endMs: null });
    }
  }
  const last = operation.at(-1);
  // CloudFormation skips the end of some resources; they end with the stack.
  if (last?.resourceType === stackType && !last.resourceStatus.endsWith('_IN_PROGRESS'))
    for (const span of [...spans.values()].flat())
      if (span.endMs === null) Object.assign(span, { color: 'grey', endMs: last.timestamp });
  return spans;
}

function endColor(status: string): BadgeColor {
  if (status.endsWith('_FAILED')) return 'red';
  return /^(DELETE|ROLLBACK)/.test(status) ? 'grey' : 'green';
}
