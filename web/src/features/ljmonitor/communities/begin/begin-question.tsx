import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import type { Resblock } from 'shared-types/contract/ljmonitor';
import { errorMessage } from '../../../../api/api-error.ts';
import { call } from '../../../../api/call.ts';
import { Button } from '../../../../ui/buttons/button.tsx';
import { monitorQueries } from '../../queries.ts';
import { communityName } from '../community-name.ts';
import styles from './begin-question.module.css';

interface BeginQuestionProps {
  resblock: Resblock;
  /** Gets a sentence that confirms the choice. */
  onChosen: (result: string) => void;
}

/**
 * Asks whether the houses that a community has when it is added are news. Without a choice they are, unless the person has
 * chosen otherwise when the community was added before.
 */
export function BeginQuestion({ resblock, onChosen }: BeginQuestionProps) {
  const client = useQueryClient();
  const questionId = useId();
  const { resblockId } = resblock;
  const name = communityName(resblock);
  const begin = useMutation({
    mutationFn: (asRead: boolean) =>
      call('PUT /api/ljmonitor/resblock/{resblockId}/beginning', { params: { resblockId }, body: { asRead } }),
    onSuccess: (_, asRead) => {
      void client.invalidateQueries(monitorQueries);
      onChosen(asRead ? `${name}: only what changes from now on is new.` : `${name}: all of its houses are new.`);
    },
  });
  const choose = (asRead: boolean) => () => begin.isPending || begin.mutate(asRead);
  return (
    <div className={styles.question} role="group" aria-labelledby={questionId}>
      <p id={questionId}>
        Which houses of <span lang="zh-Hans">{name}</span> are new to you?
      </p>
      <Button aria-busy={begin.isPending && !begin.variables} onClick={choose(false)}>
        Show all as new
      </Button>
      <Button aria-busy={begin.isPending && begin.variables} onClick={choose(true)}>
        Start from here
      </Button>
      {begin.isError && (
        <p role="alert" className={styles.error}>
          Your choice was not saved. {errorMessage(begin.error)}
        </p>
      )}
    </div>
  );
}
