import { useEffect, useRef, useState } from 'react';
import { maxTitleLength } from 'shared-types/rules/limits';
import { Button } from '../../../../ui/buttons/button.tsx';
import { useCreateConversation } from '../mutations.ts';
import styles from '../conversations-page.module.css';
import { TitleField } from './lazy-fields.tsx';
import { formatCount } from '../../format.ts';

/** The New button, which turns into a field for the title. */
export function NewConversation() {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  const create = useCreateConversation();
  useEffect(() => {
    if (wasOpen.current && !isOpen) button.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  const close = () => {
    setOpen(false);
    create.reset();
  };
  return (
    <div className={styles.new}>
      {isOpen ? (
        <TitleField
          label="Title"
          title=""
          // A blank title is allowed, because the server then chooses one.
          validate={(title) =>
            title.length > maxTitleLength ? `Use at most ${formatCount(maxTitleLength)} characters.` : ''
          }
          isBusy={create.isPending}
          error={create.error}
          failure="Could not create the conversation."
          onEnter={(title) => create.mutate(title, { onSuccess: () => setOpen(false) })}
          onEscape={close}
        />
      ) : (
        <Button ref={button} data-key="n" onClick={() => setOpen(true)}>
          New
        </Button>
      )}
      <output className="unseen">{!isOpen && create.isSuccess && `${create.data.title} created`}</output>
    </div>
  );
}
