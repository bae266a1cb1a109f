// The last lines of the log, newest first, filtered by level and by a text.
import { useDeferredValue, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { logLevels, type LogView } from '../../../shared/station-api/index.ts'
import { useTexts } from '../../language/use-texts.ts'
import type { Tone } from '../../ui/bend-state.ts'
import { Refused } from '../../ui/refused.tsx'
import { Sign } from '../../ui/sign.tsx'
import { useSetUpQuery } from '../use-set-up-query.ts'

const refetchEveryMs = 5_000
const tones: Record<LogView['lines'][number]['level'], Tone> = { info: 'open', warn: 'needs_person', error: 'fault' }

export function LogPart() {
  const { t, when } = useTexts()
  const [level, setLevel] = useState<(typeof logLevels)[number]>('info')
  const [text, setText] = useState('')
  const searchText = useDeferredValue(text)
  const { data, error } = useSetUpQuery('setup.log', { level, text: searchText }, refetchEveryMs)
  return (
    <>
      <div className="set-up-row">
        <label className="field">
          {t('setup.log_text')}
          <input
            className="input"
            type="search"
            maxLength={200}
            value={text}
            onChange={({ target: { value } }) => setText(value)}
          />
        </label>
        <div className="toggles" role="group" aria-label={t('setup.log_level')}>
          {logLevels.map((option) => (
            <Button key={option} variant="toggle" aria-pressed={option === level} onPress={() => setLevel(option)}>
              {t(`setup.log_${option}`)}
            </Button>
          ))}
        </div>
      </div>
      <Refused title={t('setup.not_read')} error={error} />
      {data === undefined ? (
        error === null && <p role="status">{t('setup.reading')}</p>
      ) : (
        <>
          <p className="sub" role="status">
            {data.searchedEntries === 0
              ? t('setup.log_empty')
              : t('setup.log_shown', { shown: data.lines.length, looked: data.searchedEntries })}
          </p>
          <ol className="log-lines" tabIndex={0} aria-label={t('setup.part_log')}>
            {data.lines.map((line, index) => (
              // two lines may be equal, and a new search replaces all lines
              // oxlint-disable-next-line no-array-index-key
              <li key={`${line.loggedAt ?? ''} ${line.text} ${index}`}>
                <Sign tone={tones[line.level]} />
                <span className="log-at">{line.loggedAt === null ? '' : when(line.loggedAt)}</span>
                <span className="sr-only">{t(`setup.log_${line.level}`)}</span>
                <code>{line.text}</code>
              </li>
            ))}
          </ol>
        </>
      )}
    </>
  )
}
