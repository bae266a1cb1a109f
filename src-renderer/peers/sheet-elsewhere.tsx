// What other stations do to a sheet, beside its picture. Renders nothing if no other station has facts about it.
import { useTexts } from '../language/use-texts.ts'
import { useSheetElsewhere } from '../station/stations-queries.ts'
import { Sign } from '../ui/sign.tsx'
import { elsewhereTexts } from './elsewhere-texts.ts'

export function SheetElsewhereLines({ sheetId }: { sheetId: string }) {
  const texts = useTexts()
  const lines = elsewhereTexts(texts, useSheetElsewhere(sheetId))
  if (lines.length === 0) return null
  return (
    <section className="elsewhere" aria-label={texts.t('stations.others')}>
      {lines.map(({ key, tone, text }) => (
        <p key={key} className={`warning tone-${tone}`}>
          <Sign tone={tone} />
          <span>{text}</span>
        </p>
      ))}
    </section>
  )
}
