// The brake in one line over the mark of a sheet: how it stands, what it has made of this sheet, the way to its panel, and the program
// sent in one press where nothing stands in the way.
import { Button } from 'react-aria-components/Button'
import type { BrakeProgramView } from '../../shared/station-api/index.ts'
import { useWords } from '../language/use-words.ts'
import type { Sheet } from '../sheet/sheet.ts'
import { useCall } from '../station/queries.ts'
import { useBrake, useLinkState } from '../station/station-context.tsx'
import { useProgram } from '../station/work-queries.ts'
import { Refused } from '../ui/refused.tsx'
import { Sign } from '../ui/sign.tsx'
import { namePiece, type MadePiece } from '../work/made-pieces.ts'
import { useActor } from '../work/use-actor.tsx'
import { toneOfBrake } from './brake-words.ts'
import { nextProgram } from './next-program.ts'
import { useHeldBack } from './send-program.tsx'

export interface BrakeStripProps {
  sheet: Sheet
  isMarked: boolean
  /** As the sheet is made; null: not known yet. */
  pieces: readonly MadePiece[] | null
  /** That is shown beside it. */
  pieceNo: number
  onOpen: () => void
}

/** Nothing where this station is linked to no brake. */
export function BrakeStrip(props: BrakeStripProps) {
  const { t } = useWords()
  const { sheet, isMarked, pieces, pieceNo, onOpen } = props
  const { link, state: known, loaded } = useBrake()
  const isOpen = useLinkState() === 'open'
  const program = useProgram(sheet.id, sheet.drawingVersion, pieceNo, link !== null && pieces !== null).data
  const held = useHeldBack(sheet.id, isMarked)
  if (link === null) return null
  // how the brake stands is not known while nothing is heard of the station
  const state = isOpen ? known : 'stale'
  const own = loaded?.sheetId === sheet.id ? loaded : null
  const tone = own?.waitsForPerson === true ? 'person' : toneOfBrake(state)
  const { pieceNo: next } = nextProgram({ id: sheet.id, pieces: pieces ?? [] }, loaded, pieceNo)
  const sendable = held === null && own === null && next === pieceNo && program?.kind === 'program'
  return (
    <div className={`brake-strip tone-${tone}`}>
      <Sign tone={tone} />
      <span role="status">{t(`brake_link.state.${state}`)}</span>
      <Button className="button" onPress={onOpen}>
        {own === null ? t('brake_link.open') : t('brake_link.open_loaded', { done: own.done, wanted: own.wanted })}
      </Button>
      {sendable && <SendAtOnce program={program.program} isOnly={pieces?.length === 1} onSent={onOpen} />}
    </div>
  )
}

interface SendAtOnceProps {
  program: BrakeProgramView
  /** The sheet is made in no other piece. */
  isOnly: boolean
  onSent: () => void
}

/** What is sent is loaded and never started; what the brake still has to make is never replaced by it. */
function SendAtOnce({ program, isOnly, onSent }: SendAtOnceProps) {
  const words = useWords()
  const { t } = words
  const { act, dialog } = useActor()
  const send = useCall('brake.send')
  const { sheetId, drawingVersion, pieceNo, hash } = program
  return (
    <>
      <Button
        className="button big primary send-at-once"
        isPending={send.isPending}
        onPress={() =>
          act((operatorId) =>
            send.mutate({ sheetId, drawingVersion, pieceNo, hash, operatorId }, { onSuccess: onSent }),
          )
        }
      >
        {isOnly ? t('brake_link.send') : t('brake_link.send_piece', { piece: namePiece(words, pieceNo) })}
      </Button>
      <Refused title={t('brake_link.refused')} error={send.error} />
      {dialog}
    </>
  )
}
