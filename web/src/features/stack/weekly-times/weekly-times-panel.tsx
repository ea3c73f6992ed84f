import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { WeeklyTimes } from 'shared-types/contract/stack/weekly-times';
import { maxWeeklyTimes } from 'shared-types/rules/stack/weekly-times';
import { Button, LinkButton, PrimaryButton } from '../../../ui/buttons/button.tsx';
import { Failure } from '../../../ui/feedback/failure.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { useSetWeeklyTimes, weeklyTimesQuery } from './use-weekly-times.ts';
import { TimeRow } from './time-row.tsx';
import styles from './weekly-times.module.css';

type Versioned = WeeklyTimes & { version: number; by: string };

const browserZone = new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The weekly times at which the site starts and stops this server. */
export default function WeeklyTimesPanel({ stackName, mayChange }: { stackName: string; mayChange: boolean }) {
  const { data, error, refetch } = useQuery(weeklyTimesQuery(stackName));
  const save = useSetWeeklyTimes(stackName);
  if (error) return <Failure what="Could not load the times." error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton rows={2} />;
  // The first person who saves times means those of the own clock.
  const stored = data.version === 0 ? { ...data, timeZone: browserZone } : data;
  return (
    <>
      <p className={styles.note}>
        The site starts the server at these times and stops it at their end. An empty server stops earlier. Its hours
        count towards the person who saves the times.
      </p>
      <TimesForm
        key={data.version}
        stored={stored}
        mayChange={mayChange}
        isSaving={save.isPending}
        onSave={save.mutate}
      />
      <output className={styles.note}>{save.isSuccess && 'Saved.'}</output>
      {save.error && <Failure what="Could not save the times." error={save.error} />}
    </>
  );
}

interface TimesFormProps {
  stored: Versioned;
  mayChange: boolean;
  isSaving: boolean;
  onSave: (times: WeeklyTimes & { version: number }) => void;
}

function TimesForm({ stored, mayChange, isSaving, onSave }: TimesFormProps) {
  const [times, setTimes] = useState(stored.times);
  const [timeZone, setTimeZone] = useState(stored.timeZone);
  const [problem, setProblem] = useState<string>();
  function submit(event: FormEvent) {
    event.preventDefault();
    const isComplete = times.every(({ days }) => days.length > 0);
    setProblem(isComplete ? undefined : 'Choose at least one day for each time.');
    if (isComplete && !isSaving) onSave({ timeZone, times, version: stored.version });
  }
  return (
    <form className={styles.form} onSubmit={submit}>
      {times.length === 0 && <p className={styles.note}>No times yet.</p>}
      {times.map((time, index) => (
        <TimeRow
          // The rows have no identity of their own, and their controls hold no state.
          key={index}
          number={index + 1}
          time={time}
          isDisabled={!mayChange}
          onChange={(changed) => setTimes(times.with(index, changed))}
          onRemove={() => setTimes(times.toSpliced(index, 1))}
        />
      ))}
      <p className={styles.note}>
        Times are in the time zone {timeZone}.{' '}
        {mayChange && timeZone !== browserZone && (
          <LinkButton onClick={() => setTimeZone(browserZone)}>Use {browserZone}</LinkButton>
        )}{' '}
        {stored.by !== '' && `Saved by ${stored.by}.`}
      </p>
      {mayChange && (
        <div className={styles.buttons}>
          <Button
            disabled={times.length >= maxWeeklyTimes}
            onClick={() => setTimes([...times, { days: [5], from: '20:00', until: '24:00' }])}
          >
            Add time
          </Button>
          <PrimaryButton type="submit" aria-busy={isSaving}>
            {isSaving ? 'Saving…' : 'Save'}
          </PrimaryButton>
        </div>
      )}
      {problem !== undefined && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
    </form>
  );
}
