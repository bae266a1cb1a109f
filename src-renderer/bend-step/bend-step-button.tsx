// Opens the steps of a piece at the machine.
import { useTexts } from '../language/use-texts.ts'
import { Button } from '../ui/button.tsx'
import { goTo, useRoute } from '../use-route.ts'

export function BendStepButton({ sheetId, pieceNo }: { sheetId: string; pieceNo: number }) {
  const { t } = useTexts()
  const route = useRoute()
  if (route.screen !== 'sheet') return null
  return (
    <Button className="bend-step-open" onPress={() => goTo({ screen: 'bend', date: route.date, sheetId, pieceNo })}>
      {t('bend_step.open')}
    </Button>
  )
}
