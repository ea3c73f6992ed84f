import type { ComponentProps } from 'react';
import type { Effort } from '../settings-form.ts';

interface EffortMenuProps extends Omit<ComponentProps<'select'>, 'onChange'> {
  efforts: readonly Effort[];
  effort: Effort;
  onChoose: (change: { effort: Effort }) => void;
}

const labels: Record<Effort, string> = {
  default: 'Model default',
  none: 'None',
  minimal: 'Minimal',
  low: 'Low',
  medium: 'Medium',
  high: 'High',
  xhigh: 'Very high',
  max: 'Highest',
};

/** The efforts that a model accepts. An effort of an earlier model that this one does not accept shows as its default. */
export function EffortMenu({ efforts, effort, onChoose, ...props }: EffortMenuProps) {
  const options: Effort[] = ['default', ...efforts];
  return (
    <select
      {...props}
      value={options.includes(effort) ? effort : 'default'}
      onChange={(event) => onChoose({ effort: options.find((each) => each === event.target.value) ?? 'default' })}
    >
      {options.map((each) => (
        <option key={each} value={each}>
          {labels[each]}
        </option>
      ))}
    </select>
  );
}
