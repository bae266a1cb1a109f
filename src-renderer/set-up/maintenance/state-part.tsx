// The state of the station: versions, sizes, used calls, clock and last calls. Checks the store on request.
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import type { DiagnosticsView } from '../../../shared/station-api/index.ts'
import { useTexts } from '../../language/use-texts.ts'
import { Refused } from '../../ui/refused.tsx'
import { Sign } from '../../ui/sign.tsx'
import { useSetUpQuery } from '../use-set-up-query.ts'
import { formatBytes } from './bytes.ts'

const refetchEveryMs = 5_000
const lowDiskBytes = 500 * 1024 * 1024
const maxClockOffsetMs = 120_000

export function StatePart() {
  const { t } = useTexts()
  const [integrity, setIntegrity] = useState(false)
  const { data, error, isFetching } = useSetUpQuery(
    'setup.diagnostics',
    { integrity },
    integrity ? false : refetchEveryMs,
  )
  return (
    <>
      <Refused title={t('setup.not_read')} error={error} />
      {data === undefined ? error === null && <p role="status">{t('setup.reading')}</p> : <State state={data} />}
      <Button isPending={integrity && isFetching} onPress={() => setIntegrity(!integrity)}>
        {t(integrity ? 'setup.look_no_more' : 'setup.look_through')}
      </Button>
      {data !== undefined && <LastCalls calls={data.lastCalls} />}
    </>
  )
}

function State({ state }: { state: DiagnosticsView }) {
  const texts = useTexts()
  const { t, age, language } = texts
  const bytes = (count: number): string => formatBytes(count, language)
  const { calls, clockOffsetMs, diskFreeBytes } = state
  const offset = clockOffsetMs === null ? null : Math.round(Math.abs(clockOffsetMs) / 1_000)
  return (
    <dl className="facts">
      {state.versions.map(({ name, version }) => (
        <Fact key={name} name={name} value={version} />
      ))}
      <Fact name={t('setup.up')} value={age(state.uptimeSeconds * 1_000)} />
      {state.stores.map(({ name, bytes: size, integrity }) => (
        <Fact
          key={name}
          name={t(`setup.store.${name}`)}
          value={
            integrity === null
              ? bytes(size)
              : `${bytes(size)} · ${integrity === 'ok' ? t('setup.integrity_ok') : integrity}`
          }
          isWrong={integrity !== null && integrity !== 'ok'}
        />
      ))}
      <Fact
        name={t('setup.disk')}
        value={diskFreeBytes === null ? '–' : bytes(diskFreeBytes)}
        isWrong={diskFreeBytes !== null && diskFreeBytes < lowDiskBytes}
      />
      <Fact name={t('setup.calls_today')} value={t('setup.of', { count: calls.today, of: calls.day })} />
      <Fact name={t('setup.calls_minute')} value={t('setup.of', { count: calls.thisMinute, of: calls.minute })} />
      <Fact name={t('setup.pause')} value={age(state.pollPauseMs)} />
      <Fact
        name={t('setup.clock')}
        value={offset === null ? '–' : t('setup.clock_off', { seconds: offset })}
        isWrong={clockOffsetMs !== null && Math.abs(clockOffsetMs) > maxClockOffsetMs}
      />
    </dl>
  )
}

const Fact = ({ name, value, isWrong = false }: { name: string; value: string; isWrong?: boolean }) => (
  <div>
    <dt>{name}</dt>
    <dd>
      {isWrong && <Sign tone="needs_person" />} {value}
    </dd>
  </div>
)

function LastCalls({ calls }: { calls: DiagnosticsView['lastCalls'] }) {
  const { t, when } = useTexts()
  return (
    <>
      <h3>{t('setup.last_calls')}</h3>
      {calls.length === 0 ? (
        <p>{t('setup.no_calls')}</p>
      ) : (
        <table className="table">
          <thead>
            <tr>
              <th>{t('setup.at')}</th>
              <th>{t('setup.call')}</th>
              <th>{t('setup.ended')}</th>
              <th className="figure">ms</th>
            </tr>
          </thead>
          <tbody>
            {calls.map(({ endedAt, call, outcome, durationMs, requestId }) => (
              <tr key={`${endedAt} ${call} ${requestId ?? ''} ${durationMs}`}>
                <td>{when(endedAt)}</td>
                <td>{call}</td>
                <td>{outcome}</td>
                <td className="figure">{Math.round(durationMs)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  )
}
