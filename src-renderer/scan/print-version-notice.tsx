// A notice on a sheet that was opened by a print of another drawing version: nothing is sent to the brake until a person decides which
// one to use. A bent sheet needs no decision.
import { useEffect } from 'react'
import { Button } from '../ui/button.tsx'
import { useTexts } from '../language/use-texts.ts'
import type { Sheet } from '../sheet/sheet.ts'
import { useCall } from '../station/queries.ts'
import { useScreenStore } from '../store/use-screen-store.ts'
import { Sign } from '../ui/sign.tsx'
import { useDifferingPrint } from './use-differing-print.ts'

export interface PrintVersionNoticeProps {
  sheet: Sheet
  /** The sheet is bent, or marked as bent here. */
  isMarked: boolean
}

export function PrintVersionNotice({ sheet, isMarked }: PrintVersionNoticeProps) {
  const { t } = useTexts()
  const { id: sheetId, drawingVersion } = sheet
  const { print: prints } = useScreenStore()
  const print = useDifferingPrint(sheetId)
  const askNow = useCall('sync.now')
  useEffect(() => () => prints.dismiss(sheetId), [prints, sheetId])
  useEffect(() => prints.onDrawing(sheetId, drawingVersion), [prints, sheetId, drawingVersion])
  if (print === null || print.print === 'current' || print.print === 'unknown') return null
  const versions = { printed: print.printedVersion, drawing: print.drawingVersion ?? 0 }
  if (isMarked)
    return (
      <section className="print-notice tone-done" role="status" aria-label={t('scan.print_bent')}>
        <Sign tone="done" />
        <div>
          <h2>{t('scan.print_bent')}</h2>
          <p>{t('scan.print_bent_todo', versions)}</p>
        </div>
        <Button onPress={() => prints.dismiss(sheetId)}>{t('scan.close')}</Button>
      </section>
    )
  return (
    <section className="print-notice" role="alert" aria-label={t('scan.print_title')}>
      <Sign tone="fault" />
      <div>
        <h2>{t(`scan.print_${print.print}`, versions)}</h2>
        <p>{t(`scan.print_${print.print}_todo`, versions)}</p>
      </div>
      {print.print === 'newer' ? (
        <Button isPending={askNow.isPending} onPress={() => askNow.mutate({})}>
          {t('list.ask_now')}
        </Button>
      ) : (
        <Button onPress={() => prints.dismiss(sheetId)}>{t('scan.print_by_screen', versions)}</Button>
      )}
    </section>
  )
}
