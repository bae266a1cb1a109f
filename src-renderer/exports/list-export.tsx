// Exports from the list: the shown day and machine, the result of a search or filter, or selected sheets.
import { useMemo, useState } from 'react'
import { Button } from '../ui/button.tsx'
import type { ListView } from '../../shared/station-api/index.ts'
import { useTexts } from '../language/use-texts.ts'
import { type BrakeChoice, listRows } from '../list/arranging/index.ts'
import { useList } from '../station/queries.ts'
import { useLinkState, useStatus } from '../station/station-context.tsx'
import { ExportDialog, type ExportScope } from './export-dialog.tsx'

export interface ListExportProps {
  date: string
  choice: BrakeChoice
  /** The sheets that a search or filter leaves; null: none is active. */
  shown: readonly string[] | null
  onChooseSheets: () => void
}

/** The export button above the list. */
export function ListExport({ date, choice, shown, onChooseSheets }: ListExportProps) {
  const { t, day } = useTexts()
  const { brakes } = useStatus()
  const link = useLinkState()
  const list = useList(date).data
  const [isOpen, setIsOpen] = useState(false)
  const [isAll, setIsAll] = useState(false)
  const all = useMemo(() => (list === undefined ? [] : sheetIdsOf(list, choice)), [list, choice])
  const isPart = shown !== null && shown.length < all.length
  const sheetIds = isPart && !isAll ? shown : all
  const brake =
    choice.kind === 'brake'
      ? (brakes.find(({ id }) => id === choice.id)?.name ?? t('brake.unknown'))
      : t(choice.kind === 'all' ? 'brake.all' : 'brake.none')
  const close = (): void => setIsOpen(false)
  return (
    <>
      <Button isDisabled={all.length === 0 || link === 'lost'} onPress={() => setIsOpen(true)}>
        {t('export.open')}
      </Button>
      <ExportDialog
        isOpen={isOpen}
        scope={isPart && !isAll ? { kind: 'sheets', sheetIds } : scopeOf(date, choice, sheetIds)}
        description={[day(date), brake, t('export.sheets', { count: sheetIds.length })].join(' · ')}
        onStarted={close}
        onClose={close}
        onChooseSheets={() => {
          close()
          onChooseSheets()
        }}
      >
        {isPart && (
          <div className="toggles" role="group" aria-label={t('export.which')}>
            {([false, true] as const).map((every) => (
              <Button
                key={String(every)}
                variant="toggle"
                aria-pressed={every === isAll}
                isDisabled={!every && shown.length === 0}
                onPress={() => setIsAll(every)}
              >
                {every ? t('export.all_of_day', { count: all.length }) : t('export.as_shown', { count: shown.length })}
              </Button>
            ))}
          </div>
        )}
      </ExportDialog>
    </>
  )
}

export interface ChosenSheetsProps {
  date: string
  choice: BrakeChoice
  /** The sheets that the list shows. */
  shown: readonly string[]
  chosen: ReadonlySet<string>
  onChoose: (chosen: ReadonlySet<string>) => void
  onEnd: () => void
}

/** Shown above the list while sheets are selected. */
export function ChosenSheets({ date, choice, shown, chosen, onChoose, onEnd }: ChosenSheetsProps) {
  const { t } = useTexts()
  const [isOpen, setIsOpen] = useState(false)
  const list = useList(date).data
  const all = useMemo(() => (list === undefined ? [] : sheetIdsOf(list, choice)), [list, choice])
  // a selected sheet stays selected when a search or filter hides it
  const sheetIds = all.filter((id) => chosen.has(id))
  const isEvery = shown.every((id) => chosen.has(id))
  return (
    <div className="choosing" role="group" aria-label={t('export.choose')}>
      <p role="status">
        <strong>{t('export.chosen', { count: sheetIds.length })}</strong>{' '}
        {sheetIds.length === 0 && <span className="sub">{t('export.choose_hint')}</span>}
      </p>
      <Button
        onPress={() =>
          onChoose(new Set(isEvery ? sheetIds.filter((id) => !shown.includes(id)) : [...chosen, ...shown]))
        }
      >
        {t(isEvery ? 'export.choose_none' : 'export.choose_all')}
      </Button>
      <Button variant="primary" isDisabled={sheetIds.length === 0} onPress={() => setIsOpen(true)}>
        {t('export.write_chosen')}
      </Button>
      <Button variant="quiet" onPress={onEnd}>
        {t('export.choose_end')}
      </Button>
      <ExportDialog
        isOpen={isOpen}
        scope={{ kind: 'sheets', sheetIds }}
        description={t('export.sheets', { count: sheetIds.length })}
        onStarted={onEnd}
        onClose={() => setIsOpen(false)}
        onChooseSheets={null}
      />
    </div>
  )
}

const sheetIdsOf = (list: ListView, choice: BrakeChoice): string[] =>
  listRows(list, choice).flatMap((row) => (row.kind === 'entry' ? [row.view.entry.sheetId] : []))

/** An export of a day cannot select the sheets without a machine, so they are listed one by one. */
function scopeOf(date: string, choice: BrakeChoice, sheetIds: readonly string[]): ExportScope {
  if (choice.kind === 'none') return { kind: 'sheets', sheetIds }
  return { kind: 'day', date, pressBrakeId: choice.kind === 'brake' ? choice.id : null }
}
