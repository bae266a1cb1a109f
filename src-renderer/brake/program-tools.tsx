// The tools of a program: a die by its sizes and its name in the workshop file, any other tool by its name.
import { Fragment } from 'react'
import type { BrakeProgramView } from '../../shared/station-api/index.ts'
import { useTexts } from '../language/use-texts.ts'
import { useWorkshop } from '../station/queries.ts'

export function ProgramTools({ program: { steps } }: { program: Pick<BrakeProgramView, 'steps'> }) {
  const { t } = useTexts()
  const tools = [...new Set(steps.map(({ toolName }) => toolName))]
  const punches = [...new Set(steps.flatMap(({ punchName }) => punchName ?? []))]
  return (
    <>
      {tools.map((tool, index) => (
        <Fragment key={tool}>
          {index > 0 && ', '}
          <Tool tool={tool} />
        </Fragment>
      ))}
      {punches.length > 0 && `, ${t('brake_link.punch', { punch: punches.join(', ') })}`}
    </>
  )
}

function Tool({ tool }: { tool: string }) {
  const { t, mm, deg } = useTexts()
  const die = useWorkshop().data?.tools?.dies.find(({ id }) => id === tool)
  if (die === undefined) return tool
  return (
    <>
      {t('brake_link.die', { v: mm(die.vMm), angle: deg(die.includedDeg) })} <span className="sub">({tool})</span>
    </>
  )
}
