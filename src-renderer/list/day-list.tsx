// The list of one day: its rows, or a notice that the list is loading, unknown, empty, filtered out or failed.
import { Button } from '../ui/button.tsx'
import type { ListView } from '../../shared/station-api/index.ts'
import { useTexts } from '../language/use-texts.ts'
import { useScreenStore } from '../store/use-screen-store.ts'
import { problemText, problemTodo } from '../language/problem-texts.ts'
import { useCall, useList } from '../station/queries.ts'
import { useStatus } from '../station/station-context.tsx'
import { Notice } from '../ui/notice.tsx'
import { useArranged } from './use-arranged.ts'
import { type Choosing, Lines } from './rows/index.ts'
import { type BrakeChoice, isUnfiltered, type ListArrangement, type ListRow, noFilters } from './arranging/index.ts'

export interface DayListProps {
  date: string
  choice: BrakeChoice
  arrangement: ListArrangement
  /** Filtered and in the order of `arrangement`. */
  rows: readonly ListRow[]
  onShowAll: () => void
  /** The selection of sheets for an export; null: no sheets are being selected. */
  choosing: Choosing | null
}

export function DayList(props: DayListProps) {
  const { t } = useTexts()
  const list = useList(props.date)
  if (list.data !== undefined) return <ReadList {...props} list={list.data} />
  if (list.isPending) return <Loading date={props.date} />
  return (
    <div className="empty">
      <Notice tone="fault" title={t('list.failed_title')}>
        <p>{t(`call_error.${list.error.code}`)}</p>
        <Button onPress={() => void list.refetch()}>{t('list.retry')}</Button>
      </Notice>
    </div>
  )
}

function Loading({ date }: { date: string }) {
  const { t, day } = useTexts()
  return (
    <div className="empty" aria-busy="true">
      <Notice tone="waiting" title={t('list.loading_title')}>
        <p>{t('list.loading_text', { day: day(date) })}</p>
      </Notice>
      <div className="ghosts" aria-hidden="true">
        <div className="ghost" />
        <div className="ghost" />
        <div className="ghost" />
      </div>
    </div>
  )
}

type ReadListProps = DayListProps & { list: ListView }

function ReadList(props: ReadListProps) {
  const { list, rows, choice, arrangement, choosing } = props
  if (rows.length > 0)
    return (
      // a new order, machine or filter begins at the top
      <Lines
        key={JSON.stringify([list.date, choice, arrangement])}
        list={list}
        rows={rows}
        arrangement={arrangement}
        isOneMachine={choice.kind === 'brake'}
        choosing={choosing}
      />
    )
  if (list.readAt === null) return <NeverRead date={list.date} />
  if (list.entries.length > 0 && !isUnfiltered(arrangement)) return <NoMatch {...props} />
  return <Empty {...props} />
}

const allMachines: BrakeChoice = { kind: 'all' }

function NoMatch({ list, choice, arrangement, onShowAll }: ReadListProps) {
  const { t } = useTexts()
  const { listView } = useScreenStore()
  const matchesElsewhere = useArranged(list, allMachines, arrangement).filter(({ kind }) => kind === 'entry').length
  const isElsewhere = choice.kind !== 'all' && matchesElsewhere > 0
  return (
    <div className="empty">
      <Notice tone="open" title={t(isElsewhere ? 'list.elsewhere_title' : 'list.left_out_title')}>
        {isElsewhere ? (
          <>
            <p>{t('list.elsewhere_text', { count: matchesElsewhere })}</p>
            <Button variant="primary" onPress={onShowAll}>
              {t('list.elsewhere_show', { count: matchesElsewhere })}
            </Button>
          </>
        ) : (
          <p>{t('list.left_out_text')}</p>
        )}
        <Button onPress={() => listView.rearrange({ search: '', ...noFilters })}>{t('list.show_whole')}</Button>
      </Notice>
    </div>
  )
}

/** The list was never fetched: the station is still fetching it, or cannot. It must not look like an empty day. */
function NeverRead({ date }: { date: string }) {
  const texts = useTexts()
  const { t, day } = texts
  const { connection } = useStatus()
  const fetchNow = useCall('sync.now')
  if (connection.problem === null && (connection.state === 'starting' || connection.state === 'online'))
    return <Loading date={date} />
  return (
    <div className="empty">
      <Notice tone="fault" title={t('list.never_title')}>
        <p>{t('list.never_text', { day: day(date) })}</p>
        {connection.problem !== null && (
          <p>
            {problemText(texts, connection.problem)} {problemTodo(texts, connection.problem)}
          </p>
        )}
        <Button isPending={fetchNow.isPending} onPress={() => fetchNow.mutate({})}>
          {t('list.ask_now')}
        </Button>
      </Notice>
    </div>
  )
}

function Empty({ list, choice, onShowAll }: ReadListProps) {
  const { t, day, when } = useTexts()
  const { brakes } = useStatus()
  if (list.entries.length === 0)
    return (
      <div className="empty">
        <Notice tone="done" title={t('list.empty_title', { day: day(list.date) })}>
          <p>{t('list.empty_text', { when: when(list.readAt ?? '') })}</p>
        </Notice>
      </div>
    )
  const brake =
    choice.kind === 'brake'
      ? (brakes.find(({ id }) => id === choice.id)?.name ?? t('brake.unknown'))
      : t('brake.none').toLocaleLowerCase()
  return (
    <div className="empty">
      <Notice tone="open" title={t('list.empty_brake_title', { brake })}>
        <p>{t('list.empty_brake_text', { others: list.entries.length })}</p>
        <Button onPress={onShowAll}>{t('list.show_all')}</Button>
      </Notice>
    </div>
  )
}
