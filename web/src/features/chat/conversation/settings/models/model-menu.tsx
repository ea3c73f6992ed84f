import { useQuery } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { LinkButton } from '../../../../../ui/buttons/button.tsx';
import { modelsQuery } from '../../../queries.ts';
import styles from './model-menu.module.css';
import { chatErrorMessage } from '../../../format.ts';
import { ModelSelect } from './model-select.tsx';

/** The models of the site, with what the provider of the chosen one does with answers. */
export function ModelMenu(props: Omit<ComponentProps<typeof ModelSelect>, 'models' | 'children'>) {
  const { data: models = [], error, refetch } = useQuery(modelsQuery);
  const { code } = props;
  const chosen = models.find((model) => model.code === code);
  return (
    <>
      <ModelSelect {...props} models={models}>
        {!chosen && <option>{code}</option>}
      </ModelSelect>
      {chosen?.background && <p className={styles.hint}>The provider stores the answers of this model.</p>}
      {error && (
        <p className={styles.error} role="alert">
          Could not load the other models. {chatErrorMessage(error)}{' '}
          <LinkButton onClick={() => void refetch()}>Retry</LinkButton>
        </p>
      )}
    </>
  );
}
