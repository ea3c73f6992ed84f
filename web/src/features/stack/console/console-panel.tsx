import { type FormEvent, useCallback, useEffect, useRef, useState } from 'react';
import {
  isCommandLine,
  isPlayerName,
  kickCommand,
  maxCommandLength,
  messageCommand,
} from 'shared-types/rules/stack/console';
import { Button, PrimaryButton } from '../../../ui/buttons/button.tsx';
import { Failure } from '../../../ui/feedback/failure.tsx';
import { Field, TextField } from '../../../ui/field/field.tsx';
import styles from './console.module.css';
import { useCommand, useLog } from './use-console.ts';

type Kind = 'command' | 'message' | 'kick';
const kinds: readonly Kind[] = ['command', 'message', 'kick'];

const kindTexts: Record<Kind, string> = { command: 'Command', message: 'Message to all', kick: 'Kick a player' };
const lineTexts: Record<Kind, string> = { command: 'Command', message: 'Message', kick: 'Player' };

const readingLog = 'Reading the log…';
const noResponse = 'The server did not respond in time.';
const noLog = `${noResponse} Try again. If players cannot join either, restart it.`;
const noAnswer = `${noResponse} The command may have had its effect: read the log before you send it again.`;

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
      <pre ref={box} className={styles.log} role="group" tabIndex={0} aria-label="The game’s log">
        {lines ?? (log.isPending && readingLog)}
        {lines === '' && 'The log is empty.'}
      </pre>
      {log.error && <Failure what="Could not read the log." error={log.error} onRetry={readLog} />}
      {log.data?.state === 'failed' && <p className={styles.problem}>{log.data.output}</p>}
      {log.data === null && <p className={styles.problem}>{noLog}</p>}
      <div>
        <Button disabled={log.isPending} onClick={readLog}>
          {log.isPending ? readingLog : 'Refresh log'}
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
  const maxLength = maxCommandLength - commandOf[kind]('').length;
  function send(event: FormEvent) {
    event.preventDefault();
    const text = commandOf[kind](line);
    const isValid = isCommandLine(text) && line.trim() !== '' && (kind !== 'kick' || isPlayerName(line));
    setProblem(
      isValid
        ? undefined
        : kind === 'kick'
          ? 'Enter a name of at most 40 characters, without quotes.'
          : `Enter one line of at most ${maxLength} characters.`,
    );
    if (!isValid) return;
    command.mutate(text, {
      onSuccess(output) {
        // A command that failed can be sent again.
        if (output?.state === 'done') setLine('');
        if (output) onDone();
      },
    });
  }
  return (
    <form className={styles.form} onSubmit={send}>
      <Field label="What to send" isLabelHidden>
        {(control) => (
          <select
            {...control}
            value={kind}
            onChange={({ target }) => setKind(kinds.find((each) => each === target.value) ?? kind)}
          >
            {kinds.map((each) => (
              <option key={each} value={each}>
                {kindTexts[each]}
              </option>
            ))}
          </select>
        )}
      </Field>
      <TextField
        label={lineTexts[kind]}
        isLabelHidden
        placeholder={lineTexts[kind]}
        value={line}
        maxLength={maxLength}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        error={problem}
        onChange={({ target }) => setLine(target.value)}
      />
      <PrimaryButton type="submit" disabled={command.isPending}>
        {command.isPending ? 'Sending…' : 'Send'}
      </PrimaryButton>
      <div className={styles.result}>
        <output aria-label="Answer">
          {command.data === null && noAnswer}
          {command.data && (command.data.output.trim() || 'Sent. The game returned no output.')}
        </output>
        {command.error && <Failure what="Could not send." error={command.error} />}
      </div>
    </form>
  );
}
