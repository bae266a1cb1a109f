// Over a sheet that was opened by a print of another drawing: which is which, and that nothing goes to the brake until it is settled.
// Of a sheet that is bent nothing is asked any more.
import { useEffect } from 'react'
import { Button } from 'react-aria-components/Button'
import { useWords } from '../language/use-words.ts'
import type { Sheet } from '../sheet/sheet.ts'
import { useCall } from '../station/queries.ts'
import { Sign } from '../ui/sign.tsx'
import { printForgotten, printOfDrawing, useOldPrint } from './old-print.ts'

export interface OldPrintNoticeProps {
  sheet: Sheet
  /** It is bent, or marked as bent here. */
  isMarked: boolean
}

export function OldPrintNotice({ sheet, isMarked }: OldPrintNoticeProps) {
  const { t } = useWords()
  const { id: sheetId, drawingVersion } = sheet
  const print = useOldPrint(sheetId)
  const askNow = useCall('sync.now')
  useEffect(() => () => printForgotten(sheetId), [sheetId])
  useEffect(() => printOfDrawing(sheetId, drawingVersion), [sheetId, drawingVersion])
  if (print === null || print.print === 'current' || print.print === 'unknown') return null
  const versions = { printed: print.printedVersion, drawing: print.drawingVersion ?? 0 }
  if (isMarked)
    return (
      <section className="old-print tone-done" role="status" aria-label={t('scan.print_bent')}>
        <Sign tone="done" />
        <div>
          <h2>{t('scan.print_bent')}</h2>
          <p>{t('scan.print_bent_todo', versions)}</p>
        </div>
        <Button className="button" onPress={() => printForgotten(sheetId)}>
          {t('scan.close')}
        </Button>
      </section>
    )
  return (
    <section className="old-print" role="alert" aria-label={t('scan.print_title')}>
      <Sign tone="fault" />
      <div>
        <h2>{t(`scan.print_${print.print}`, versions)}</h2>
        <p>{t(`scan.print_${print.print}_todo`, versions)}</p>
      </div>
      {print.print === 'newer' ? (
        <Button className="button" isDisabled={askNow.isPending} onPress={() => askNow.mutate({})}>
          {t('list.ask_now')}
        </Button>
      ) : (
        <Button className="button" onPress={() => printForgotten(sheetId)}>
          {t('scan.print_by_screen', versions)}
        </Button>
      )}
    </section>
  )
}
