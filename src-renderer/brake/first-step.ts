// The first step of a program in one line: bend, direction, angle, gauge, and the edge at the gauge.
import type { BrakeProgramView } from '../../shared/station-api/index.ts'
import { useTexts } from '../language/use-texts.ts'
import { useFoldsBoth } from './folds-both.ts'
import { machineDirection } from './brake-texts.ts'

export function useFirstStep({ steps }: Pick<BrakeProgramView, 'steps'>): string {
  const { t, deg, fineMm } = useTexts()
  const [first] = steps
  const foldsBoth = useFoldsBoth(first?.toolName ?? '')
  if (first === undefined) return ''
  return t('brake_link.first_step_text', {
    bend: first.bend,
    sign: machineDirection(first, foldsBoth) === 'up' ? '▲' : '▼',
    angle: deg(first.includedDeg),
    gauge: fineMm(first.gaugeMm),
    edge: t(`brake_link.edge_${first.edge}`),
  })
}
