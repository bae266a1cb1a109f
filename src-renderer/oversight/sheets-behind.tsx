// The sheets behind a figure, each with a button that opens it.
import { Button } from '../ui/button.tsx'
import type { OversightSheet, OversightFilter } from '../../shared/station-api/index.ts'
import { useTexts } from '../language/use-texts.ts'
import { toneOf } from '../ui/bend-state.ts'
import { useStatus } from '../station/station-context.tsx'
import { DialogButtons, ModalDialog } from '../ui/dialogs/index.ts'
import { Notice } from '../ui/notice.tsx'
import { Sign } from '../ui/sign.tsx'
import { goTo } from '../use-route.ts'
import type { DayRange } from './day-range.ts'
import { useSheetsBehind } from './oversight-queries.ts'
import { toneOfStanding } from './standing-signs.ts'

export interface SheetsBehindProps {
  title: string
  range: DayRange
  filter: OversightFilter
  /** Called before a sheet of the list is opened. */
  onOpen: () => void
  onClose: () => void
}

export function SheetsBehind({ title, range, filter, onOpen, onClose }: SheetsBehindProps) {
  const { t } = useTexts()
  const { data, error } = useSheetsBehind(range, filter)
  return (
    <ModalDialog
      title={data === undefined ? title : t('oversight.sheets_of', { what: title, count: data.total })}
      isOpen
      onClose={onClose}
    >
      {data === undefined && error === null && <p role="status">{t('oversight.sheets_loading')}</p>}
      {error !== null && (
        <Notice tone="fault" title={t('oversight.failed_title')}>
          <p>{t(`call_error.${error.code}`)}</p>
        </Notice>
      )}
      {data?.total === 0 && <p>{t('oversight.no_sheets')}</p>}
      {data !== undefined && (
        <ul className="sheets-behind">
          {data.sheets.map((sheet) => (
            <SheetBehind key={sheet.sheetId} sheet={sheet} onOpen={onOpen} />
          ))}
        </ul>
      )}
      {data !== undefined && data.total > data.sheets.length && (
        <p className="sub">{t('oversight.more_sheets', { shown: data.sheets.length, count: data.total })}</p>
      )}
      <DialogButtons onClose={onClose} />
    </ModalDialog>
  )
}

function SheetBehind({ sheet, onOpen }: { sheet: OversightSheet; onOpen: () => void }) {
  const { t, shortDay, when } = useTexts()
  const { brakes } = useStatus()
  const { sheetId, day, orderNumber, sheetNo, title, customerName, brakeId, quantity, standing, isHandedOver, bentAt } =
    sheet
  const brake = brakes.find(({ id }) => id === brakeId)?.name ?? t('oversight.no_brake')
  const tone = isHandedOver ? toneOf('handed_over') : toneOfStanding[standing]
  return (
    <li className={`mark-line tone-${tone}`}>
      <Sign tone={tone} />
      <div className="mark-line-text">
        <p className="main">{t('sheet.title', { order: orderNumber, sheet: sheetNo })}</p>
        <p>
          <strong>{t(isHandedOver ? 'state.handed_over' : `oversight.count.${standing}`)}</strong>
          {bentAt !== null && ` ${when(bentAt)}`} · {t('oversight.pieces', { count: quantity })} · {brake} ·{' '}
          {shortDay(day)}
        </p>
        <p className="sub">{[customerName, title].filter((part) => part !== '').join(' – ')}</p>
      </div>
      <Button
        onPress={() => {
          onOpen()
          goTo({ screen: 'sheet', date: day, sheetId })
        }}
      >
        {t('oversight.open')}
      </Button>
    </li>
  )
}
