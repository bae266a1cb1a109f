// The outlines of the workshop's machines, and what is wrong in their files. The outline of a part is imported from a drawing.
import { planPartText } from '../../../shared/bending/index.ts'
import type { MachineDrawingView } from '../../../shared/station-api/index.ts'
import { useTexts } from '../../language/use-texts.ts'
import { WrongFiles } from '../../machines/wrong-files.tsx'
import { Button } from '../../ui/button.tsx'
import type { ImportTarget } from './import-target.ts'
import { OutlineFigure } from './outline-figure.tsx'

type OnChoose = (target: ImportTarget) => void

export function MachineList({ machines, onChoose }: { machines: readonly MachineDrawingView[]; onChoose: OnChoose }) {
  const { t } = useTexts()
  return (
    <section className="set-up-more" aria-label={t('tools.machines')}>
      <h3>{t('tools.machines')}</h3>
      <ul className="tools">
        {machines.map((machine) => (
          <Machine key={machine.file} machine={machine} onChoose={onChoose} />
        ))}
      </ul>
    </section>
  )
}

function Machine({
  machine: { file, name, figures, wrong },
  onChoose,
}: {
  machine: MachineDrawingView
  onChoose: OnChoose
}) {
  const { t, language } = useTexts()
  const title = name === '' ? file : name
  return (
    <li className="tool-entry" aria-label={title}>
      <h4>{title}</h4>
      {figures.length === 0 && <p>{t('tools.machine_without_outlines')}</p>}
      {figures.map((parts) => {
        const label = parts.map(({ part }) => planPartText(part, language)).join(', ')
        return (
          <figure key={label} className="machine-figure">
            <OutlineFigure
              label={`${title}: ${label}`}
              outlines={parts.map(({ outline, wrongCorners }) => ({ corners: outline, wrong: wrongCorners }))}
              hasOrigin
            />
            <figcaption className="sub">{label}</figcaption>
            <div className="set-up-row">
              {parts.map((part) => {
                const partTitle = `${title}: ${planPartText(part.part, language)}`
                return (
                  <Button
                    key={part.part}
                    aria-label={t('tools.import_for', { id: partTitle })}
                    onPress={() => onChoose({ kind: 'part', title: partTitle, file, part })}
                  >
                    {t('tools.import_part', { part: planPartText(part.part, language) })}
                  </Button>
                )
              })}
            </div>
          </figure>
        )
      })}
      <WrongFiles wrong={wrong} />
    </li>
  )
}
