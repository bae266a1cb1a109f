// The workshop's tools and machines: their outlines and what is wrong, and the entered and derived figures of the tools. The outline of a
// tool or of a machine's part is imported from a drawing.
import { useState } from 'react'
import type { ToolsView, ToolView } from '../../../shared/station-api/index.ts'
import { useTexts } from '../../language/use-texts.ts'
import { WrongFiles } from '../../machines/wrong-files.tsx'
import { Button } from '../../ui/button.tsx'
import { Refused } from '../../ui/refused.tsx'
import type { ImportTarget } from './import-target.ts'
import { MachineList } from './machine-list.tsx'
import { OutlineFigure } from './outline-figure.tsx'
import { OutlineImport } from './outline-import.tsx'
import { ToolFigures } from './tool-figures.tsx'
import { useSetUpQuery } from '../use-set-up-query.ts'

const kinds = ['punch', 'die', 'hemmingTool'] as const

export function ToolsPart() {
  const { t } = useTexts()
  const { data, error } = useSetUpQuery('tools.read', {})
  const [chosen, setChosen] = useState<ImportTarget | null>(null)
  return (
    <>
      <p>{t('tools.why')}</p>
      <Refused title={t('tools.not_read')} error={error} />
      {data === undefined && error === null && <p role="status">{t('setup.reading')}</p>}
      {data !== undefined && (
        <>
          <p className="code sub">{data.file}</p>
          <WrongFiles wrong={data.wrong} />
          {kinds.map((kind) => (
            <ToolList
              key={kind}
              kind={kind}
              tools={data.tools}
              onChoose={(tool) => setChosen({ kind: 'tool', title: tool.id, tool })}
            />
          ))}
          <MachineList machines={data.machines} onChoose={setChosen} />
        </>
      )}
      {chosen !== null && (
        <OutlineImport key={`${chosen.kind} ${chosen.title}`} target={chosen} onClose={() => setChosen(null)} />
      )}
    </>
  )
}

interface ToolListProps {
  kind: ToolView['kind']
  tools: ToolsView['tools']
  onChoose: (tool: ToolView) => void
}

function ToolList({ kind, tools, onChoose }: ToolListProps) {
  const { t } = useTexts()
  return (
    <section className="set-up-more" aria-label={t(`tools.kind_${kind}`)}>
      <h3>{t(`tools.kind_${kind}`)}</h3>
      <ul className="tools">
        {tools
          .filter((tool) => tool.kind === kind)
          .map((tool) => (
            <Tool key={tool.id} tool={tool} onChoose={onChoose} />
          ))}
      </ul>
    </section>
  )
}

function Tool({ tool, onChoose }: { tool: ToolView; onChoose: (tool: ToolView) => void }) {
  const { t } = useTexts()
  const { id, outline, closing, wrong, figures } = tool
  const corners = wrong.flatMap(({ corner }) => (corner === null ? [] : [corner]))
  return (
    <li className="tool-entry" aria-label={id}>
      <h4>{id}</h4>
      {outline === null ? (
        <p>{t('tools.no_outline')}</p>
      ) : (
        <OutlineFigure
          label={t('tools.outline_of', { id })}
          outlines={[{ corners: outline, wrong: corners }, ...(closing === null ? [] : [{ corners: closing }])]}
          hasOrigin
        />
      )}
      {wrong.length > 0 && (
        <ul className="tool-wrong">
          {wrong.map(({ line, field, message, why }) => (
            <li key={`${line} ${field} ${message}`}>
              {t('tools.wrong', { line, field, message: t(`workshop_files.why.${why.code}`, why.params) })}
            </li>
          ))}
        </ul>
      )}
      <ToolFigures figures={figures} />
      <Button aria-label={t('tools.import_for', { id })} onPress={() => onChoose(tool)}>
        {t('tools.import')}
      </Button>
    </li>
  )
}
