// Over a sheet that was opened by a print of another drawing: which is which, and that nothing goes to the brake until it is settled.
import { useEffect } from 'react'
import { Button } from 'react-aria-components/Button'
import { useWords } from '../language/use-words.ts'
import { Sign } from '../ui/sign.tsx'
import { printForgotten, useOldPrint } from './old-print.ts'

export function OldPrintNotice({ sheetId }: { sheetId: string }) {
  const { t } = useWords()
  const print = useOldPrint(sheetId)
  useEffect(() => () => printForgotten(sheetId), [sheetId])
  if (print === null || print.print === 'current' || print.print === 'unknown') return null
  const versions = { printed: print.printedVersion, drawing: print.drawingVersion ?? 0 }
  return (
    <section className="old-print" role="alert" aria-label={t('scan.print_title')}>
      <Sign tone="fault" />
      <div>
        <h2>{t(`scan.print_${print.print}`, versions)}</h2>
        <p>{t(`scan.print_${print.print}_todo`, versions)}</p>
      </div>
      {print.print !== 'newer' && (
        <Button className="button" onPress={() => printForgotten(sheetId)}>
          {t('scan.print_by_screen', versions)}
        </Button>
      )}
    </section>
  )
}
