import type { StackEvent } from 'shared-types/contract/stack';
import type { BadgeColor } from '../status/stack-state.ts';

export interface TimelineSpan {
  colour: BadgeColor;
  startMs: number;
  /** Null: under way. */
  endMs: number | null;
}

const stackType = 'AWS::CloudFormation::Stack';
const beginning = /^(CREATE|UPDATE|DELETE|IMPORT)_IN_PROGRESS$/;

/**
 * What each resource went through since CloudFormation was last asked for something: green was made, grey was taken
 * away, red failed, blue is under way. In the order in which they began; events come newest first.
 */
export function timelineSpans(events: StackEvent[]): Map<string, TimelineSpan[]> {
  const begun = events.findIndex(
    ({ resourceType, resourceStatus }) => resourceType === stackType && beginning.test(resourceStatus),
  );
  const course = (begun < 0 ? events : events.slice(0, begun + 1)).toReversed();
  const spans = new Map<string, TimelineSpan[]>();
  for (const { logicalResourceId, resourceStatus, timestamp } of course) {
    const own = spans.get(logicalResourceId) ?? [];
    spans.set(logicalResourceId, own);
    const last = own.at(-1);
    const isOpen = last?.endMs === null;
    if (!resourceStatus.endsWith('_IN_PROGRESS')) {
      const ended = { colour: endColour(resourceStatus), endMs: timestamp };
      if (isOpen) Object.assign(last, ended);
      else own.push({ startMs: timestamp, ...ended });
    } else if (!isOpen || resourceStatus === 'ROLLBACK_IN_PROGRESS') {
      if (isOpen) Object.assign(last, { colour: 'red', endMs: timestamp });
      own.push({ colour: 'blue', startMs: timestamp, endMs: null });
    }
  }
  const last = course.at(-1);
  // What CloudFormation leaves out or passes over is over with the rest of it.
  if (last?.resourceType === stackType && !last.resourceStatus.endsWith('_IN_PROGRESS'))
    for (const span of [...spans.values()].flat())
      if (span.endMs === null) Object.assign(span, { colour: 'grey', endMs: last.timestamp });
  return spans;
}

function endColour(status: string): BadgeColor {
  if (status.endsWith('_FAILED')) return 'red';
  return /^(DELETE|ROLLBACK)/.test(status) ? 'grey' : 'green';
}
