// The outlines of the workshop's machines, and what is wrong in their files.
import { planPartText } from '../../../shared/bending/index.ts'
import type { MachineDrawingView } from '../../../shared/station-api/index.ts'
import { useTexts } from '../../language/use-texts.ts'
import { WrongFiles } from '../../machines/wrong-files.tsx'
import { OutlineFigure } from './outline-figure.tsx'

export function MachineList({ machines }: { machines: readonly MachineDrawingView[] }) {
  const { t } = useTexts()
  return (
    <section className="set-up-more" aria-label={t('tools.machines')}>
      <h3>{t('tools.machines')}</h3>
      <ul className="tools">
        {machines.map((machine) => (
          <Machine key={machine.file} machine={machine} />
        ))}
      </ul>
    </section>
  )
}

function Machine({ machine: { file, name, figures, wrong } }: { machine: MachineDrawingView }) {
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
          </figure>
        )
      })}
      <WrongFiles wrong={wrong} />
    </li>
  )
}
