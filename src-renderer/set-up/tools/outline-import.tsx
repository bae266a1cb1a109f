// Imports the outline of a tool or of a machine's part from a DXF drawing: the person picks the loop, which way is up and the reference
// point, and sees what is wrong, and the figures of a tool next to the entered ones.
import { useState } from 'react'
import { maxDrawingLength } from '../../../shared/station-api/index.ts'
import type { CallOut } from '../../../shared/station-api/index.ts'
import { useTexts } from '../../language/use-texts.ts'
import { useCall } from '../../station/queries.ts'
import { Button } from '../../ui/button.tsx'
import { DialogButtons, ModalDialog } from '../../ui/dialogs/index.ts'
import { Refused } from '../../ui/refused.tsx'
import { OutlineFigure } from './outline-figure.tsx'
import type { ImportTarget } from './import-target.ts'
import { placedOutline, placedPart } from './placed-outline.ts'
import type { PlacedOutline } from './placed-outline.ts'
import { ToolFigures } from './tool-figures.tsx'

type Drawing = Extract<CallOut<'tools.read_outline'>, { kind: 'read' }>

export function OutlineImport({ target, onClose }: { target: ImportTarget; onClose: () => void }) {
  const { t } = useTexts()
  const read = useCall('tools.read_outline')
  const [text, setText] = useState<string | null>(null)
  const [isTooLong, setIsTooLong] = useState(false)
  const readDrawing = async (file: File | undefined): Promise<void> => {
    read.reset()
    setText(null)
    if (file === undefined) return
    const content = await file.text()
    setIsTooLong(content.length > maxDrawingLength)
    if (content.length > maxDrawingLength) return
    setText(content)
    read.mutate({ text: content })
  }
  return (
    <ModalDialog title={t('tools.import_for', { id: target.title })} isOpen isWhole onClose={onClose}>
      <p>{t(target.kind === 'tool' ? 'tools.import_why' : 'tools.import_part_why')}</p>
      <label className="field path-field">
        {t('tools.drawing')}
        <input
          className="input"
          type="file"
          accept=".dxf"
          onChange={({ target: { files } }) => void readDrawing(files?.[0])}
        />
      </label>
      <Refused title={t('tools.drawing_not_read')} error={read.error} />
      {isTooLong && <p role="alert">{t('tools.too_long')}</p>}
      {read.data?.kind === 'refused' && (
        <p className="mark-refused" role="alert">
          <strong>{t('tools.drawing_not_read')}</strong>{' '}
          {t(`workshop_files.why.${read.data.reason.code}`, read.data.reason.params)}
        </p>
      )}
      {read.data?.kind === 'read' && text !== null ? (
        <LoopChoice target={target} drawing={read.data} text={text} onClose={onClose} />
      ) : (
        <DialogButtons onClose={onClose} />
      )}
    </ModalDialog>
  )
}

interface LoopChoiceProps {
  target: ImportTarget
  drawing: Drawing
  text: string
  onClose: () => void
}

const turns = [0, 1, 2, 3] as const

function LoopChoice({ target, drawing, text, onClose }: LoopChoiceProps) {
  const { t } = useTexts()
  const [loop, setLoop] = useState(0)
  const [quarterTurns, setQuarterTurns] = useState<(typeof turns)[number]>(0)
  const [isMirrored, setIsMirrored] = useState(false)
  const [reference, setReference] = useState(0)
  const corners = drawing.loops[loop]?.corners ?? []
  const upright = { quarterTurns, isMirrored }
  const placed =
    target.kind === 'tool'
      ? placedOutline(corners, target.tool, upright, reference)
      : placedPart(corners, target.part.checkedAs, upright, reference)
  return (
    <>
      <ul>
        {drawing.notices.map(({ code, params }) => (
          <li key={code}>{t(`workshop_files.why.${code}`, params)}</li>
        ))}
      </ul>
      <div className="outline-import">
        <OutlineFigure
          label={t('tools.loops')}
          outlines={drawing.loops.map((candidate, index) => ({ corners: candidate.corners, isChosen: index === loop }))}
          hasOrigin={false}
        />
        <OutlineFigure
          label={t('tools.outline_of', { id: target.title })}
          outlines={[
            {
              corners: placed.outline,
              wrong: placed.faults.flatMap(({ corner }) => (corner === null ? [] : [corner])),
            },
          ]}
          hasOrigin
        />
        {placed.figures.length > 0 && <ToolFigures figures={placed.figures} />}
      </div>
      <div className="set-up-row" role="group" aria-label={t('tools.loops')}>
        {drawing.loops.map(({ layer }, index) => (
          // the order of the loops never changes
          // oxlint-disable-next-line react/no-array-index-key
          <Button key={index} variant="toggle" aria-pressed={index === loop} onPress={() => setLoop(index)}>
            {t('tools.loop', { number: index + 1, layer })}
          </Button>
        ))}
      </div>
      <div className="set-up-row">
        <Button onPress={() => setQuarterTurns(turns[(quarterTurns + 1) % 4] ?? 0)}>{t('tools.turn')}</Button>
        <Button variant="toggle" aria-pressed={isMirrored} onPress={() => setIsMirrored(!isMirrored)}>
          {t('tools.mirror')}
        </Button>
        {placed.references > 1 &&
          Array.from({ length: placed.references }, (_, index) => (
            <Button key={index} variant="toggle" aria-pressed={index === reference} onPress={() => setReference(index)}>
              {t('tools.reference', { number: index + 1 })}
            </Button>
          ))}
      </div>
      <StoreOutline target={target} placed={placed} text={text} onClose={onClose} />
    </>
  )
}

interface StoreOutlineProps {
  target: ImportTarget
  placed: PlacedOutline
  text: string
  onClose: () => void
}

function StoreOutline({ target, placed, text, onClose }: StoreOutlineProps) {
  const { t } = useTexts()
  const storeTool = useCall('tools.set_outline')
  const storePart = useCall('tools.set_machine_outline')
  const store = target.kind === 'tool' ? storeTool : storePart
  const [useFigures, setUseFigures] = useState(false)
  const { faults, outline, figures } = placed
  const submit = (): void => {
    const ended = { onSuccess: ({ kind }: CallOut<'tools.set_outline'>) => kind === 'stored' && onClose() }
    const corners = [...outline]
    if (target.kind === 'part')
      return storePart.mutate({ file: target.file, part: target.part.part, outline: corners, text }, ended)
    const { kind, id } = target.tool
    storeTool.mutate({ kind, id, outline: corners, useFigures, text }, ended)
  }
  return (
    <>
      {faults.length > 0 && (
        <ul className="tool-wrong" role="alert">
          {faults.map(({ code, params }) => (
            <li key={code}>{t(`workshop_files.why.${code}`, params)}</li>
          ))}
        </ul>
      )}
      {figures.some(({ differs }) => differs) && (
        <label className="use-figures">
          <input type="checkbox" checked={useFigures} onChange={() => setUseFigures(!useFigures)} />
          {t('tools.use_figures')}
        </label>
      )}
      <Refused title={t('tools.not_stored')} error={store.error} />
      {store.data?.kind === 'refused' && (
        <ul className="tool-wrong" role="alert">
          {store.data.wrong.map(({ field, why }) => (
            <li key={`${field} ${why.code}`}>
              {t('workshop_files.wrong', { field, message: t(`workshop_files.why.${why.code}`, why.params) })}
            </li>
          ))}
        </ul>
      )}
      <DialogButtons onClose={onClose}>
        <Button variant="primary" isDisabled={faults.length > 0} isPending={store.isPending} onPress={submit}>
          {t('tools.store')}
        </Button>
      </DialogButtons>
    </>
  )
}
