import { useId } from 'react';
import type { StackInfo } from 'shared-types/contract/stack';
import { CopyButton } from '../../../ui/buttons/copy-button.tsx';
import styles from './stack-detail.module.css';

export function Outputs({ outputs }: Pick<StackInfo, 'outputs'>) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>Outputs</h2>
      {outputs.length === 0 && <p className={styles.empty}>No outputs.</p>}
      <dl className={styles.outputs}>
        {outputs.map(({ outputKey, outputValue }) => (
          <div key={outputKey}>
            <dt>{outputKey}</dt>
            <dd>
              <span id={`${id}${outputKey}`}>{outputValue}</span>
              <CopyButton of={`${id}${outputKey}`} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
