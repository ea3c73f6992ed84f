import { utcDay } from 'shared-types/rules/time';
import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, useState } from 'react';
import type { ChatModel } from 'shared-types/contract/chat';
import { LinkButton } from '../../../../../ui/buttons/button.tsx';
import { modelsQuery } from '../../../queries.ts';
import styles from './model-menu.module.css';
import { chatErrorMessage } from '../../../format.ts';
import { modelLabel } from './model-label.ts';
import * as texts from '../../messages.ts';

interface ModelMenuProps extends Omit<ComponentProps<'select'>, 'onChange'> {
  code: string;
  onChoose: (code: string) => void;
}

/** Returns the models under the name of their provider, in the order of the list. */
const modelsByProvider = (models: readonly ChatModel[]) => [...Map.groupBy(models, ({ provider }) => provider)];

/** The models, with the retirement dates that their provider has announced. A retired model is gray and can be chosen. */
export function ModelMenu({ code, onChoose, ...props }: ModelMenuProps) {
  const { data: models = [], error, refetch } = useQuery(modelsQuery);
  const chosen = models.find((model) => model.code === code);
  const [today] = useState(() => utcDay(Date.now()));
  return (
    <>
      <select {...props} value={code} onChange={(event) => onChoose(event.target.value)}>
        {models.every((model) => model.code !== code) && <option>{code}</option>}
        {modelsByProvider(models).map(([provider, served], _, groups) => {
          const options = served.map((model) => (
            <option key={model.code} value={model.code} className={model.available ? undefined : styles.retired}>
              {modelLabel(model, models, today)}
            </option>
          ));
          return groups.length === 1 ? (
            options
          ) : (
            <optgroup key={provider} label={provider}>
              {options}
            </optgroup>
          );
        })}
      </select>
      {chosen?.background && <p className={styles.hint}>{texts.providerStoresAnswers}</p>}
      {error && (
        <p className={styles.error} role="alert">
          {texts.couldNotLoadModels} {chatErrorMessage(error)}{' '}
          <LinkButton onClick={() => void refetch()}>{texts.retry}</LinkButton>
        </p>
      )}
    </>
  );
}
