import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, Fragment, useState } from 'react';
import type { NewsRules } from 'shared-types/contract/account/notify';
import { type NewsTool, newsTools, type NewsTopic, topicsOfTools } from 'shared-types/rules/notify/topics';
import { ApiError } from '../../../api/api-error.ts';
import { call } from '../../../api/call.ts';
import { usePreferences } from '../../../lib/preferences/preferences.ts';
import { Button, LinkButton } from '../../../ui/buttons/button.tsx';
import { Failure } from '../../../ui/feedback/failure.tsx';
import { Field, TextField } from '../../../ui/field/field.tsx';
import account from '../account/account-card.module.css';
import styles from './news.module.css';
import { communitiesQuery, newsSettingsQuery, serversQuery, useSettingsChange } from './queries.ts';

const toolNames: Record<NewsTool, string> = {
  ljmonitor: 'Houses',
  stack: 'Game servers',
  chat: 'Chat',
  account: 'Account',
};

const topicNames: Record<NewsTopic, string> = {
  new: 'New houses',
  cheaper: 'Lower prices',
  returned: 'Houses back on offer',
  removed: 'Removed houses',
  sold: 'Sold houses',
  blocked: 'The listing site blocks the monitor',
  signInNeeded: 'The listing site asks for a sign-in',
  serverUp: 'A server is up',
  firstPlayer: 'The first player has joined',
  serverStopping: 'A server stops in 15 minutes',
  serverSilent: 'A server has stopped reporting',
  serverFailed: 'A start, restart or stop failed',
  answer: 'An answer is ready while you are away',
  answerFailed: 'An answer failed while you are away',
  newBrowser: 'A sign-in in a new browser',
  channelPaused: 'Another channel has stopped working',
  channelRemoved: 'A browser no longer accepts messages',
};

/** The least falls of a price that are offered, in percent. */
const falls = [0, 1, 2, 3, 5, 10];

const timeOf = (minute: number) =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
const minuteOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));

const browserZone = new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Returns whether a saved view has only hidden houses, or those with changes that are no news: a higher price, or another text. */
function isUntold({ query }: { query: string }) {
  const filters = new URLSearchParams(query);
  const kinds = [filters.get('news'), filters.get('change')];
  return filters.get('hidden') === 'true' || kinds.some((kind) => kind === 'dearer' || kind === 'edited');
}

/** Adds a value to a list or takes it out. */
const toggled = <Value,>(all: readonly Value[], value: Value, isIn: boolean): Value[] =>
  isIn ? [...all.filter((each) => each !== value), value] : all.filter((each) => each !== value);

/**
 * Which news a person gets, when, and in which language. Nothing changes until it is saved, and then only if the rules are still
 * those that the form began with.
 */
export function RulesForm({ rules }: { rules: NewsRules }) {
  const [draft, setDraft] = useState(rules);
  const { data: communities = [] } = useQuery(communitiesQuery);
  const { data: servers } = useQuery(serversQuery);
  const { views: savedViews } = usePreferences();
  const client = useQueryClient();
  const saving = useSettingsChange((body: NewsRules) => call('PUT /api/notify/rules', { body }));
  const change = (next: Partial<NewsRules>) => {
    saving.reset();
    setDraft({ ...draft, ...next });
  };
  const { topics, digestAt, quiet, language, timeZone } = draft;
  const views = [...savedViews, ...draft.views.filter(({ name }) => savedViews.every((view) => view.name !== name))];
  const follow = (version: number) => setDraft((now) => ({ ...now, version }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const chosen = views.filter(({ name }) => draft.views.some((view) => view.name === name));
    if (saving.isPending) return;
    saving.mutate(
      { ...draft, views: chosen },
      {
        onSuccess: (saved) => follow(saved.rules.version),
        onError(error) {
          const newest = client.getQueryData(newsSettingsQuery.queryKey);
          // The message says that saving again replaces the changes of the other tab.
          if (newest && error instanceof ApiError && error.errorCode === 'conflict') follow(newest.rules.version);
        },
      },
    );
  };
  return (
    <form className={styles.form} onSubmit={submit}>
      {newsTools
        .filter((tool) => tool !== 'stack' || servers?.length !== 0)
        .map((tool) => (
          <fieldset key={tool}>
            <legend>{toolNames[tool]}</legend>
            {topicsOfTools[tool].map((topic) => (
              <Fragment key={topic}>
                <Tick
                  label={topicNames[topic]}
                  isOn={topics.includes(topic)}
                  onChange={(isOn) => change({ topics: toggled(topics, topic, isOn) })}
                />
                {topic === 'cheaper' && topics.includes(topic) && (
                  <LeastFall percent={draft.cheaperBy} onChange={(cheaperBy) => change({ cheaperBy })} />
                )}
              </Fragment>
            ))}
          </fieldset>
        ))}
      {communities.length > 0 && (
        <fieldset>
          <legend>Communities</legend>
          <Pick
            name="communities"
            label="All communities"
            isOn={draft.communities === null}
            onPick={() => change({ communities: null, views: [] })}
          />
          <Pick
            name="communities"
            label="Only these"
            isOn={draft.communities !== null}
            onPick={() => change({ communities: [] })}
          />
          {draft.communities !== null &&
            communities.map(({ resblockId, name }) => (
              <Tick
                key={resblockId}
                label={name || resblockId}
                isOn={draft.communities?.includes(resblockId) ?? false}
                onChange={(isOn) => change({ communities: toggled(draft.communities ?? [], resblockId, isOn) })}
              />
            ))}
          {draft.communities !== null && views.length > 0 && (
            <>
              <p>Also the houses of these saved views of the monitor:</p>
              {views.map((view) => (
                <Tick
                  key={view.name}
                  label={view.name}
                  isOn={draft.views.some(({ name }) => name === view.name)}
                  onChange={(isOn) =>
                    change({
                      views: toggled(
                        draft.views.filter(({ name }) => name !== view.name),
                        view,
                        isOn,
                      ),
                    })
                  }
                />
              ))}
              {views.filter(isUntold).map(({ name }) => (
                <p
                  key={name}
                >{`“${name}” brings no messages of its own: higher prices, edits and hidden houses are never told.`}</p>
              ))}
            </>
          )}
        </fieldset>
      )}
      <fieldset>
        <legend>When</legend>
        <Pick name="when" label="At once" isOn={digestAt === null} onPick={() => change({ digestAt: null })} />
        <Pick
          name="when"
          label="Once a day"
          isOn={digestAt !== null}
          onPick={() => change({ digestAt: 8 * 60, quiet: null })}
        />
        {digestAt !== null && (
          <>
            <Time label="Digest time" minute={digestAt} onChange={(minute) => change({ digestAt: minute })} />
            <p>A digest leaves out what is over by then, such as the warning before a server stops.</p>
          </>
        )}
        {digestAt === null && (
          <Tick
            label="Quiet hours"
            isOn={quiet !== null}
            onChange={(isOn) => change({ quiet: isOn ? { from: 22 * 60, to: 8 * 60 } : null })}
          />
        )}
        {quiet && (
          <div className={styles.times}>
            <Time label="From" minute={quiet.from} onChange={(from) => change({ quiet: { ...quiet, from } })} />
            <Time label="To" minute={quiet.to} onChange={(to) => change({ quiet: { ...quiet, to } })} />
          </div>
        )}
        <p>
          {`Times are in the time zone ${timeZone}.`}{' '}
          {timeZone !== browserZone && (
            <LinkButton onClick={() => change({ timeZone: browserZone })}>{`Use ${browserZone}`}</LinkButton>
          )}
        </p>
      </fieldset>
      <fieldset>
        <legend>Language</legend>
        <Pick name="language" label="English" isOn={language === 'en'} onPick={() => change({ language: 'en' })} />
        <Pick name="language" label="中文" isOn={language === 'zh'} onPick={() => change({ language: 'zh' })} />
      </fieldset>
      <Button type="submit" aria-busy={saving.isPending}>
        Save
      </Button>
      <p role="status" className={account.done}>
        {saving.isSuccess && 'Saved.'}
      </p>
      {saving.isError && <Failure what="Could not save these settings." error={saving.error} />}
    </form>
  );
}

function LeastFall({ percent, onChange }: { percent: number; onChange: (percent: number) => void }) {
  return (
    <Field label="Lower by at least">
      {(control) => (
        <select {...control} value={percent} onChange={({ target }) => onChange(Number(target.value))}>
          {falls.map((fall) => (
            <option key={fall} value={fall}>
              {fall === 0 ? 'Any amount' : `${fall}%`}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

function Tick({ label, isOn, onChange }: { label: string; isOn: boolean; onChange: (isOn: boolean) => void }) {
  return (
    <label className={styles.choice}>
      <input type="checkbox" checked={isOn} onChange={({ target }) => onChange(target.checked)} /> {label}
    </label>
  );
}

interface PickProps {
  name: string;
  label: string;
  isOn: boolean;
  onPick: () => void;
}

function Pick({ name, label, isOn, onPick }: PickProps) {
  return (
    <label className={styles.choice}>
      <input type="radio" name={`news-${name}`} checked={isOn} onChange={onPick} /> {label}
    </label>
  );
}

function Time({ label, minute, onChange }: { label: string; minute: number; onChange: (minute: number) => void }) {
  return (
    <TextField
      label={label}
      type="time"
      required
      value={timeOf(minute)}
      onChange={({ target }) => {
        if (target.value !== '') onChange(minuteOf(target.value));
      }}
    />
  );
}
