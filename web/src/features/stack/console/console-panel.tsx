import { type FormEvent, useCallback, useEffect, useRef, useState } from 'react';
import { isCommandLine, isPlayerName, kickCommand, messageCommand } from 'shared-types/rules/stack/console';
import { Button, PrimaryButton } from '../../../ui/buttons/button.tsx';
import { Failure } from '../../../ui/feedback/failure.tsx';
import { Field, TextField } from '../../../ui/field/field.tsx';
import styles from './console.module.css';
import { useCommand, useLog } from './use-console.ts';
import * as texts from './messages.ts';

type Kind = keyof typeof texts.kinds;
const kinds: readonly Kind[] = ['command', 'message', 'kick'];

const commandOf: Record<Kind, (line: string) => string> = {
  command: (line) => line.trim().replace(/^\//, ''),
  message: messageCommand,
  kick: kickCommand,
};

/** The log of the game, and a line to send to it. */
export default function ConsolePanel({ stackName }: { stackName: string }) {
  const log = useLog(stackName);
  const { mutate } = log;
  const [lines, setLines] = useState<string>();
  const box = useRef<HTMLPreElement>(null);
  const readLog = useCallback(
    () => mutate(undefined, { onSuccess: (read) => read?.state === 'done' && setLines(read.output.trim()) }),
    [mutate],
  );
  useEffect(readLog, [readLog]);
  useEffect(() => {
    // The newest line is the last one.
    if (lines !== undefined) box.current?.scrollTo({ top: box.current.scrollHeight });
  }, [lines]);
  return (
    <div className={styles.panel}>
      <pre ref={box} className={styles.log} role="group" tabIndex={0} aria-label={texts.log}>
        {lines ?? (log.isPending && texts.readingLog)}
        {lines === '' && texts.emptyLog}
      </pre>
      {log.error && <Failure what={texts.logFailed} error={log.error} onRetry={readLog} />}
      {log.data?.state === 'failed' && <p className={styles.problem}>{log.data.output}</p>}
      {log.data === null && <p className={styles.problem}>{texts.notAnswered}</p>}
      <div>
        <Button disabled={log.isPending} onClick={readLog}>
          {log.isPending ? texts.readingLog : texts.refresh}
        </Button>
      </div>
      <CommandForm stackName={stackName} onDone={readLog} />
    </div>
  );
}

function CommandForm({ stackName, onDone }: { stackName: string; onDone: () => void }) {
  const [kind, setKind] = useState<Kind>('command');
  const [line, setLine] = useState('');
  const [problem, setProblem] = useState<string>();
  const command = useCommand(stackName);
  function send(event: FormEvent) {
    event.preventDefault();
    const text = commandOf[kind](line);
    const isValid = isCommandLine(text) && line.trim() !== '' && (kind !== 'kick' || isPlayerName(line));
    setProblem(isValid ? undefined : kind === 'kick' ? texts.playerName : texts.oneLine);
    if (!isValid) return;
    command.mutate(text, {
      onSuccess() {
        setLine('');
        onDone();
      },
    });
  }
  return (
    <form className={styles.form} onSubmit={send}>
      <Field label={texts.kind} isLabelHidden>
        {(control) => (
          <select
            {...control}
            value={kind}
            onChange={({ target }) => setKind(kinds.find((each) => each === target.value) ?? kind)}
          >
            {kinds.map((each) => (
              <option key={each} value={each}>
                {texts.kinds[each]}
              </option>
            ))}
          </select>
        )}
      </Field>
      <TextField
        label={texts.line[kind]}
        isLabelHidden
        placeholder={texts.line[kind]}
        value={line}
        maxLength={500}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        error={problem}
        onChange={({ target }) => setLine(target.value)}
      />
      <PrimaryButton type="submit" disabled={command.isPending}>
        {command.isPending ? texts.sending : texts.send}
      </PrimaryButton>
      <div className={styles.answer}>
        <output aria-label={texts.answer}>
          {command.data === null && texts.notAnswered}
          {command.data && (command.data.output.trim() || texts.noAnswer)}
        </output>
        {command.error && <Failure what={texts.sendFailed} error={command.error} />}
      </div>
    </form>
  );
}
