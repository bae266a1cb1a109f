// The step at the machine over the whole screen: it follows the brake, or the operator moves with a swipe, keys or a pedal.
import { useTexts } from '../language/use-texts.ts'
import { useSheet } from '../station/queries.ts'
import { Button } from '../ui/button.tsx'
import { goTo } from '../use-route.ts'
import { BendStepView } from './bend-step-view.tsx'

export interface BendStepScreenProps {
  date: string
  sheetId: string
  pieceNo: number
}

export function BendStepScreen({ date, sheetId, pieceNo }: BendStepScreenProps) {
  const { t } = useTexts()
  const { data, isPending } = useSheet(sheetId)
  const close = (): void => goTo({ screen: 'sheet', date, sheetId })
  if (data?.sheet !== undefined && data.sheet !== null && data.state !== 'malformed')
    return <BendStepView sheet={data.sheet} pieceNo={pieceNo} onClose={close} onOther={openOther(date)} />
  return (
    <main className="alone" aria-busy={isPending}>
      <p role="status">{t(isPending ? 'sheet.fetching_title' : 'sheet.read_failed_title')}</p>
      <Button onPress={close}>{t('bend_step.close')}</Button>
    </main>
  )
}

/** Opens the step of the sheet that the brake has. */
const openOther =
  (date: string) =>
  (sheetId: string, pieceNo: number): void =>
    goTo({ screen: 'bend', date, sheetId, pieceNo })
