// One sheet over the whole screen: drawings, tables and the mark. If the sheet cannot be shown, it shows the reason.
import { useMemo } from 'react'
import { Button } from '../ui/button.tsx'
import type { SheetView } from '../../shared/station-api/index.ts'
import { useTexts } from '../language/use-texts.ts'
import { useArranged } from '../list/use-arranged.ts'
import { useScreenStore, useSlice } from '../store/use-screen-store.ts'
import { type BrakeChoice, listRows, type Neighbours, neighboursOf } from '../list/arranging/index.ts'
import { Icon } from '../ui/icon.tsx'
import { goTo } from '../use-route.ts'
import { useList, useSheet } from '../station/queries.ts'
import { Notice } from '../ui/notice.tsx'
import { useStatus } from '../station/station-context.tsx'
import { nextSheetToBend } from './job/index.ts'
import { ReadySheet } from './ready-sheet.tsx'

export interface SheetScreenProps {
  sheetId: string
  date: string
  choice: BrakeChoice
}

export function SheetScreen({ sheetId, date, choice }: SheetScreenProps) {
  const { t, named } = useTexts()
  const list = useList(date)
  const sheet = useSheet(sheetId)
  const rows = useArranged(list.data, choice, useSlice(useScreenStore().listView.arrangement))
  const entry = list.data?.entries.find((view) => view.entry.sheetId === sheetId)?.entry
  const { ownBrakeId } = useStatus()
  const nextSheetId = useMemo(() => {
    const nextShownId = nextSheetToBend(rows, sheetId, ownBrakeId)
    // a search or a filter may hide it
    return (
      nextShownId ??
      (list.data === undefined ? null : nextSheetToBend(listRows(list.data, choice), sheetId, ownBrakeId))
    )
  }, [rows, list.data, choice, sheetId, ownBrakeId])
  const shownSheet = sheet.data?.sheet ?? null
  const order = shownSheet?.order.numberDisplay ?? entry?.orderNumber
  const sheetNo = shownSheet?.sheetNo ?? entry?.sheetNo
  const family = shownSheet?.profile.family ?? entry?.family
  const title =
    order === undefined || sheetNo === undefined || family === undefined
      ? ''
      : t('sheet.what', { order, sheet: sheetNo, family: named('family', family) })
  const customer = shownSheet?.order.customerName ?? entry?.customerName ?? ''
  const orderTitle = shownSheet?.order.title ?? entry?.title ?? ''
  return (
    <main className="screen sheet-screen">
      <header className="bar">
        <Button className="back" onPress={() => goTo({ screen: 'list', date })}>
          <Icon name="back" /> {t('sheet.back')}
        </Button>
        <div className="bar-title">
          <h1>{title}</h1>
          <p>{[customer, orderTitle].filter((part) => part !== '').join(' – ')}</p>
        </div>
        <SheetNavigation neighbours={neighboursOf(rows, sheetId)} date={date} />
        <Button
          className="step"
          aria-label={t('frame.help')}
          onPress={() => goTo({ screen: 'help', page: 'operator', section: null })}
        >
          <Icon name="help" />
        </Button>
      </header>
      {sheet.data !== undefined && shownSheet !== null && sheet.data.state !== 'malformed' ? (
        <ReadySheet
          sheet={shownSheet}
          date={date}
          mark={sheet.data.mark}
          readAt={sheet.data.readAt}
          isNewest={sheet.data.state === 'ready'}
          nextSheetId={nextSheetId}
        />
      ) : (
        <div className="empty">
          {sheet.data !== undefined ? (
            <NotReady view={sheet.data} />
          ) : sheet.isPending ? (
            <Notice tone="waiting" title={t('sheet.fetching_title')} />
          ) : (
            <Notice tone="fault" title={t('sheet.read_failed_title')}>
              <p>{t(`call_error.${sheet.error.code}`)}</p>
              <Button onPress={() => void sheet.refetch()}>{t('list.retry')}</Button>
            </Notice>
          )}
        </div>
      )}
    </main>
  )
}

function SheetNavigation({ neighbours, date }: { neighbours: Neighbours; date: string }) {
  const { t } = useTexts()
  const { previous, next, position, total } = neighbours
  return (
    <nav className="steps">
      <NeighbourButton sheetId={previous} date={date} label={t('sheet.previous')} icon="previous" />
      {position > 0 && <span className="steps-position">{t('sheet.position', { position, total })}</span>}
      <NeighbourButton sheetId={next} date={date} label={t('sheet.next')} icon="next" />
    </nav>
  )
}

interface NeighbourButtonProps {
  sheetId: string | null
  date: string
  label: string
  icon: 'previous' | 'next'
}

function NeighbourButton({ sheetId, date, label, icon }: NeighbourButtonProps) {
  return (
    <Button
      className="step"
      aria-label={label}
      isDisabled={sheetId === null}
      onPress={() => sheetId !== null && goTo({ screen: 'sheet', date, sheetId })}
    >
      <Icon name={icon} />
    </Button>
  )
}

function NotReady({ view }: { view: SheetView }) {
  const { t, field } = useTexts()
  if (view.state === 'malformed')
    return (
      <Notice tone="fault" title={t('sheet.malformed_title')}>
        <p>{t('sheet.malformed_text')}</p>
        <ul className="field-problems muted">
          {view.problems.map(({ path, message }) => (
            <li key={`${path} ${message}`}>
              {t('unsound.to_office', { what: t('unsound.invalid', { field: field(path) }) })}
            </li>
          ))}
        </ul>
      </Notice>
    )
  if (view.state === 'failed')
    return (
      <Notice tone="fault" title={t('sheet.failed_title')}>
        <p>{t('sheet.failed_text')}</p>
      </Notice>
    )
  return (
    <Notice tone="waiting" title={t('sheet.fetching_title')}>
      <p>{t('sheet.fetching_text')}</p>
    </Notice>
  )
}
