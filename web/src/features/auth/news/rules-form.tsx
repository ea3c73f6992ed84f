import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { NewsRules } from 'shared-types/contract/account/notify';
import { newsTools, topicsOfTools } from 'shared-types/rules/notify/topics';
import { call } from '../../../api/call.ts';
import { usePreferences } from '../../../lib/preferences/preferences.ts';
import { Button, LinkButton } from '../../../ui/buttons/button.tsx';
import { Failure } from '../../../ui/feedback/failure.tsx';
import { TextField } from '../../../ui/field/field.tsx';
import account from '../account/account-card.module.css';
import * as texts from './messages.ts';
import styles from './news.module.css';
import { communitiesQuery, useSettingsChange } from './queries.ts';

const timeOf = (minute: number) =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
const minuteOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));

const browserZone = new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Adds a value to a list or takes it out. */
const toggled = <Value,>(all: readonly Value[], value: Value, isIn: boolean): Value[] =>
  isIn ? [...all.filter((each) => each !== value), value] : all.filter((each) => each !== value);

/** What a person is told, when, and in which language. Nothing changes until it is saved. */
export function RulesForm({ rules }: { rules: NewsRules }) {
  const [draft, setDraft] = useState(rules);
  const { data: communities = [] } = useQuery(communitiesQuery);
  const { views: savedViews } = usePreferences();
  const saving = useSettingsChange((body: NewsRules) => call('PUT /api/notify/rules', { body }));
  const change = (next: Partial<NewsRules>) => {
    saving.reset();
    setDraft({ ...draft, ...next });
  };
  const { topics, digestAt, quiet, language, timeZone } = draft;
  const views = [...savedViews, ...draft.views.filter(({ name }) => savedViews.every((view) => view.name !== name))];
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const chosen = views.filter(({ name }) => draft.views.some((view) => view.name === name));
    if (!saving.isPending) saving.mutate({ ...draft, views: chosen });
  };
  return (
    <form className={styles.form} onSubmit={submit}>
      {newsTools.map((tool) => (
        <fieldset key={tool}>
          <legend>{texts.whatYouAreTold[tool]}</legend>
          {topicsOfTools[tool].map((topic) => (
            <Tick
              key={topic}
              label={texts.topicNames[topic]}
              isOn={topics.includes(topic)}
              onChange={(isOn) => change({ topics: toggled(topics, topic, isOn) })}
            />
          ))}
        </fieldset>
      ))}
      {communities.length > 0 && (
        <fieldset>
          <legend>{texts.communities}</legend>
          <Pick
            name="communities"
            label={texts.allCommunities}
            isOn={draft.communities === null}
            onPick={() => change({ communities: null, views: [] })}
          />
          <Pick
            name="communities"
            label={texts.onlyThese}
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
              <p>{texts.housesOfViews}</p>
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
            </>
          )}
        </fieldset>
      )}
      <fieldset>
        <legend>{texts.when}</legend>
        <Pick name="when" label={texts.atOnce} isOn={digestAt === null} onPick={() => change({ digestAt: null })} />
        <Pick
          name="when"
          label={texts.dailyDigest}
          isOn={digestAt !== null}
          onPick={() => change({ digestAt: 8 * 60, quiet: null })}
        />
        {digestAt !== null && (
          <Time label={texts.digestTime} minute={digestAt} onChange={(minute) => change({ digestAt: minute })} />
        )}
        {digestAt === null && (
          <Tick
            label={texts.quietHours}
            isOn={quiet !== null}
            onChange={(isOn) => change({ quiet: isOn ? { from: 22 * 60, to: 8 * 60 } : null })}
          />
        )}
        {quiet && (
          <div className={styles.times}>
            <Time
              label={texts.quietFrom}
              minute={quiet.from}
              onChange={(from) => change({ quiet: { ...quiet, from } })}
            />
            <Time label={texts.quietTo} minute={quiet.to} onChange={(to) => change({ quiet: { ...quiet, to } })} />
          </div>
        )}
        <p>
          {texts.timesAreIn(timeZone)}{' '}
          {timeZone !== browserZone && (
            <LinkButton onClick={() => change({ timeZone: browserZone })}>{texts.chooseZone(browserZone)}</LinkButton>
          )}
        </p>
      </fieldset>
      <fieldset>
        <legend>{texts.language}</legend>
        <Pick
          name="language"
          label={texts.english}
          isOn={language === 'en'}
          onPick={() => change({ language: 'en' })}
        />
        <Pick
          name="language"
          label={texts.chinese}
          isOn={language === 'zh'}
          onPick={() => change({ language: 'zh' })}
        />
      </fieldset>
      <Button type="submit" aria-busy={saving.isPending}>
        {texts.save}
      </Button>
      <p role="status" className={account.done}>
        {saving.isSuccess && texts.saved}
      </p>
      {saving.isError && <Failure what={texts.couldNotSave} error={saving.error} />}
    </form>
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
