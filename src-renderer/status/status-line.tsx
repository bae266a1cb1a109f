// The status line at the bottom of every screen, one row of one height: the message bar, how current the data is, the queue, and what needs a
// person. A screen without it shows over its title what only this screen can know: an entry that was not stored, a mark that can be undone,
// and a scanned code that opened nothing.
import { useState } from 'react'
import { minuteMs } from '../../shared/base/durations.ts'
import type { StatusView } from '../../shared/station-api/index.ts'
import { toneOfBrake } from '../brake/brake-texts.ts'
import { useTexts } from '../language/use-texts.ts'
import { AllMessages, isGoodNews, MessageBar, MessageLine, UpdateNowButton, useMessages } from '../messages/index.ts'
import { useWorkshop } from '../station/queries.ts'
import { useBrake, useLinkState, useStatus } from '../station/station-context.tsx'
import { useScreenStore, useSlice } from '../store/use-screen-store.ts'
import { Button } from '../ui/button.tsx'
import { Sign } from '../ui/sign.tsx'
import { useNow } from '../ui/use-now.ts'
import { goTo } from '../use-route.ts'

export interface StatusLineProps {
  /** The screen has the whole window, and its own place for obstacles. */
  isWhole: boolean
  /** The page of this sheet has its own undo. */
  shownSheetId: string | null
  /** The screen shows the exports itself. */
  showsExports: boolean
}

export function StatusLine({ isWhole, shownSheetId, showsExports }: StatusLineProps) {
  const { t } = useTexts()
  const messages = useMessages({ shownSheetId, showsExports })
  const status = useStatus()
  const isRefused = useSlice(useScreenStore().storageRefusal.isActive)
  const [isListOpen, setIsListOpen] = useState(false)
  const openList = (): void => setIsListOpen(true)
  if (isWhole) {
    const first = messages.shown.find(({ kind }) => kind === 'not_stored' || kind === 'held' || kind === 'scan')
    return first === undefined ? null : (
      <div className="status-over">
        <MessageLine message={first} onDismiss={() => messages.dismiss(first)} />
      </div>
    )
  }
  return (
    <footer className="status" aria-label={t('status.label')}>
      <MessageBar messages={messages} onShowAll={openList} />
      <div className="status-row">
        <Freshness status={status} />
        {status.pull !== null && <Pull pull={status.pull} />}
        <BrakeLight />
        <StationsCount stations={status.stations} />
        <div className="status-notices">
          <Warnings warnings={status.warnings} onShowAll={openList} />
          {status.stoppedSheets > 0 && (
            <Button variant="alarm" className="stopped" onPress={() => goTo({ screen: 'marks' })}>
              <Sign tone="fault" />{' '}
              <Words count={status.stoppedSheets}>{t('status.stopped', { count: status.stoppedSheets })}</Words>
            </Button>
          )}
          <Queue queue={status.queue} isRefused={isRefused} />
        </div>
      </div>
      {isListOpen && <AllMessages messages={messages} onClose={() => setIsListOpen(false)} />}
    </footer>
  )
}

interface WordsProps {
  /** What remains of the words beside a message. */
  count: number | string
  children: React.ReactNode
}

/** Screen readers always get the words. */
const Words = ({ count, children }: WordsProps) => (
  <>
    <span className="status-words">{children}</span>
    <span className="status-count" aria-hidden="true">
      {count}
    </span>
  </>
)

function Freshness({ status }: { status: StatusView }) {
  const { t, when } = useTexts()
  const isLost = useLinkState() === 'lost'
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
        <strong>
          <Words count={upToDateAt === null ? '–' : when(upToDateAt)}>{texts[state]}</Words>
        </strong>
      </span>
      {workshop !== null && (
        <span className="status-workshop">
          <span className="wide-only">{workshop.name} </span>
          {workshop.environment === 'test' && <em className="test-tag">{t('status.test_workshop')}</em>}
        </span>
      )}
      <UpdateNowButton variant="quiet" />
    </div>
  )
}

interface WarningsProps {
  warnings: StatusView['warnings']
  onShowAll: () => void
}

/** How many warnings and wrong workshop files there are, also the dismissed ones. */
function Warnings({ warnings: all, onShowAll }: WarningsProps) {
  const { t } = useTexts()
  const wrong = useWorkshop().data?.wrong ?? []
  const warnings = all.filter((warning) => !isGoodNews(warning))
  if (warnings.length === 0 && wrong.length === 0) return null
  const parts = [
    warnings.length > 0 && t('status.warnings', { count: warnings.length }),
    wrong.length > 0 && t('workshop_files.count', { count: wrong.length }),
  ]
  return (
    <Button variant="quiet" className="warnings-button" onPress={onShowAll}>
      <Sign tone="needs_person" />{' '}
      <Words count={warnings.length + wrong.length}>{parts.filter(Boolean).join(' · ')}</Words>
    </Button>
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
          <Sign tone="needs_person" />{' '}
          <Words count={queue.needsPerson}>{t('status.needs_person', { count: queue.needsPerson })}</Words>
        </Button>
      )}
      {waits ? (
        <Button variant="quiet" onPress={() => goTo({ screen: 'marks' })}>
          <Sign tone="moving" />
          <Words count={queue.undelivered + queue.held}>
            {queue.undelivered > 0
              ? t('status.undelivered', { count: queue.undelivered })
              : t('status.held', { count: queue.held })}
            {queue.undelivered > 0 && oldestMs > minuteMs && <> · {t('status.oldest', { age: age(oldestMs) })}</>}
            {queue.state !== 'running' && <> · {t(`status.queue_${queue.state}`)}</>}
          </Words>
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

/** How many stations are linked, this one among them while the others can connect to it. Renders nothing while this station is alone. */
function StationsCount({ stations }: Pick<StatusView, 'stations'>) {
  const { t } = useTexts()
  if (stations === undefined) return null
  const { linked, paired, isListening } = stations
  const all = paired + 1
  if (!isListening)
    return (
      <span className="status-device">
        <Sign tone="fault" />
        {t('status.stations_not_listening', { linked, all })}
      </span>
    )
  return (
    <span className="status-device">
      <Sign tone={linked === paired ? 'done' : 'uncertain'} />
      {t('status.stations', { linked: linked + 1, all })}
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
    <span className="status-device">
      <Sign tone={toneOfBrake(state)} />
      {t('brake_link.on_line', { state: t(`brake_link.state_short.${state}`) })}
    </span>
  )
}
