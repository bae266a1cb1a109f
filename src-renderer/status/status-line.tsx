// The status line at the bottom of every screen: how current the data is, the queue, what needs a person, and problems as text.
import { minuteMs } from '../../shared/base/durations.ts'
import { Button } from '../ui/button.tsx'
import type { StatusView } from '../../shared/station-api/index.ts'
import { toneOfBrake } from '../brake/brake-texts.ts'
import { problemText, problemTodo } from '../language/problem-texts.ts'
import { useTexts } from '../language/use-texts.ts'
import { goTo } from '../use-route.ts'
import { useCall } from '../station/queries.ts'
import { useScreenStore, useSlice } from '../store/use-screen-store.ts'
import { useBrake, useLinkState, useStatus } from '../station/station-context.tsx'
import { Sign } from '../ui/sign.tsx'
import { useNow } from '../ui/use-now.ts'
import { problemsShown } from './problems-shown.ts'
import { SeriousWarnings, WarningsButton } from './warnings.tsx'

export function StatusLine() {
  const texts = useTexts()
  const { t } = texts
  const link = useLinkState()
  const status = useStatus()
  const problems = link === 'lost' ? [] : problemsShown(status)
  const isRefused = useSlice(useScreenStore().storageRefusal.isActive)
  return (
    <footer className="status" aria-label={t('status.label')}>
      {link === 'lost' && (
        <p className="strip strip-fault" role="alert">
          <Sign tone="fault" />
          <span>
            <strong>{t('status.link_lost')}.</strong> {t('status.link_lost_todo')}
          </span>
        </p>
      )}
      {problems.map(({ problem, stops }) => (
        <p key={problem.code} className={stops ? 'strip strip-fault' : 'strip strip-warn'} role="alert">
          <Sign tone={stops ? 'fault' : 'person'} />
          <span>
            <strong>{problemText(texts, problem)}</strong> {problemTodo(texts, problem)}
          </span>
        </p>
      ))}
      {isRefused && (
        <p className="strip strip-fault" role="alert">
          <Sign tone="fault" />
          <span>
            <strong>{t('status.not_stored')}</strong> {t('status.not_stored_todo')}
          </span>
        </p>
      )}
      {/* the strip above reports the same for this screen */}
      <SeriousWarnings warnings={status.warnings.filter(({ code }) => !isRefused || code !== 'outbox_failing')} />
      <div className="status-row">
        <Freshness status={status} />
        {status.pull !== null && <Pull pull={status.pull} />}
        <BrakeLight />
        <StationsCount stations={status.stations} />
        <div className="status-notices">
          <WarningsButton warnings={status.warnings} />
          {status.stoppedSheets > 0 && (
            <Button variant="alarm" className="stopped" onPress={() => goTo({ screen: 'marks' })}>
              <Sign tone="fault" /> {t('status.stopped', { count: status.stoppedSheets })}
            </Button>
          )}
          <Queue queue={status.queue} isRefused={isRefused} />
        </div>
      </div>
    </footer>
  )
}

function Freshness({ status }: { status: StatusView }) {
  const { t, when } = useTexts()
  const isLost = useLinkState() === 'lost'
  const readNow = useCall('sync.now')
  // at midnight a text with only the time gets a date
  useNow(60_000)
  const { connection, queue, upToDateAt, pull, workshop } = status
  const neverFresh = pull === null ? t('status.never_fresh') : t('status.first_pull')
  const texts = {
    starting: upToDateAt === null ? t('status.starting') : t('status.fresh', { when: when(upToDateAt) }),
    online: upToDateAt === null ? neverFresh : t('status.fresh', { when: when(upToDateAt) }),
    offline: upToDateAt === null ? t('status.offline_never') : t('status.offline_fresh', { when: when(upToDateAt) }),
    blocked: upToDateAt === null ? t('status.blocked_never') : t('status.blocked_fresh', { when: when(upToDateAt) }),
    // without a connection to the station only the age of the data is known
    lost: upToDateAt === null ? t('status.never_fresh') : t('status.lost_fresh', { when: when(upToDateAt) }),
  }
  // marks have found that the key is rejected, even if nothing was read since
  const stationState = queue.state === 'blocked_by_key' ? 'blocked' : connection.state
  const state = isLost ? 'lost' : stationState
  return (
    <div className="status-fresh">
      <span className={`light light-${state}`} aria-hidden="true" />
      <span role="status">
        <strong>{texts[state]}</strong>
      </span>
      {workshop !== null && (
        <span className="status-workshop">
          <span className="wide-only">{workshop.name} </span>
          {workshop.environment === 'test' && <em className="test-tag">{t('status.test_workshop')}</em>}
        </span>
      )}
      <Button variant="quiet" isDisabled={isLost || readNow.isPending} onPress={() => readNow.mutate({})}>
        {t('status.ask_now')}
      </Button>
    </div>
  )
}

function Pull({ pull }: { pull: NonNullable<StatusView['pull']> }) {
  const { t, age } = useTexts()
  const { done, total, secondsLeft } = pull
  const text =
    secondsLeft > 0
      ? t('status.pull_left', { done, total, left: age(secondsLeft * 1_000) })
      : t('status.pull', { done, total })
  return (
    <div className="status-pull">
      <progress max={Math.max(total, 1)} value={done} aria-label={text} />
      <span>{text}</span>
    </div>
  )
}

function Queue({ queue, isRefused }: { queue: StatusView['queue']; isRefused: boolean }) {
  const { t, age } = useTexts()
  const link = useLinkState()
  const now = useNow(30_000)
  const oldestMs = queue.oldestMarkedAt === null ? 0 : now - Date.parse(queue.oldestMarkedAt)
  const waits = queue.undelivered > 0 || queue.held > 0
  return (
    <div className="status-queue">
      {queue.needsPerson > 0 && (
        <Button variant="alarm" onPress={() => goTo({ screen: 'marks' })}>
          <Sign tone="person" /> {t('status.needs_person', { count: queue.needsPerson })}
        </Button>
      )}
      {waits ? (
        <Button variant="quiet" onPress={() => goTo({ screen: 'marks' })}>
          <Sign tone="moving" />
          <span>
            {queue.undelivered > 0
              ? t('status.undelivered', { count: queue.undelivered })
              : t('status.held', { count: queue.held })}
            {queue.undelivered > 0 && oldestMs > minuteMs && <> · {t('status.oldest', { age: age(oldestMs) })}</>}
            {queue.state !== 'running' && <> · {t(`status.queue_${queue.state}`)}</>}
          </span>
        </Button>
      ) : (
        queue.needsPerson === 0 &&
        link !== 'lost' &&
        !isRefused && (
          <span className="status-delivered">
            <Sign tone="done" /> {t('status.queue_empty')}
          </span>
        )
      )}
    </div>
  )
}

/** How many of the paired stations are linked. Renders nothing while this station is alone. */
function StationsCount({ stations }: Pick<StatusView, 'stations'>) {
  const { t } = useTexts()
  if (stations === undefined) return null
  const { linked, paired } = stations
  return (
    <span className="brake-light">
      <Sign tone={linked === paired ? 'done' : 'doubt'} />
      {t('status.stations', { linked: linked + 1, all: paired + 1 })}
    </span>
  )
}

/** The state of the brake. Renders nothing if this station has no brake connection, or if the station is not reachable. */
function BrakeLight() {
  const { t } = useTexts()
  const { link, state } = useBrake()
  const isLost = useLinkState() === 'lost'
  if (link === null || isLost) return null
  return (
    <span className="brake-light">
      <Sign tone={toneOfBrake(state)} />
      {t('brake_link.on_line', { state: t(`brake_link.state_short.${state}`) })}
    </span>
  )
}
