// The program that is loaded in the brake: the count, whether it is still the current job after a lost connection, and how to unload it.
import type { BrakeView } from '../../shared/station-api/index.ts'
import { useTexts } from '../language/use-texts.ts'
import type { Sheet } from '../sheet/sheet.ts'
import { useBrake, useLinkState } from '../station/station-context.tsx'
import { useProgram } from '../station/work-queries.ts'
import { usePieceName } from '../work/made-pieces.ts'
import { useOtherSheetName } from './other-sheet.ts'
import { BrakeMessage } from './brake-message.tsx'
import { ProgramSteps } from './program-steps.tsx'
import { ResumeQuestion } from './resume-question.tsx'
import { ProgramToSend, UnsentFields } from './send-program.tsx'
import { UnloadButton } from './unload-button.tsx'

type Loaded = NonNullable<BrakeView['loaded']>

export interface LoadedProgramProps {
  sheet: Sheet
  isMarked: boolean
  loaded: Loaded
}

/** The loaded program may belong to another sheet. */
export function LoadedProgram({ sheet, isMarked, loaded }: LoadedProgramProps) {
  const { t, when } = useTexts()
  const isFolder = useBrake().link?.driver === 'file-drop'
  const isOwn = loaded.sheetId === sheet.id
  const isOlder = isOwn && loaded.drawingVersion !== sheet.drawingVersion
  const sentAt = when(loaded.sentAt)
  const other = useOtherSheetName(sheet.id)
  const piece = usePieceName(sheet)(loaded.pieceNo)
  return (
    <>
      {!isOwn && (
        <BrakeMessage
          tone="needs_person"
          title={other === null ? t('brake_link.other') : t('brake_link.other_named', { sheet: other })}
        >
          <p>{t('brake_link.other_todo')}</p>
        </BrakeMessage>
      )}
      {isOlder && (
        <BrakeMessage
          tone="fault"
          title={t('brake_link.older', { loaded: loaded.drawingVersion, now: sheet.drawingVersion })}
        >
          <p>{t('brake_link.older_todo')}</p>
        </BrakeMessage>
      )}
      {loaded.needsConfirmation && <ResumeQuestion loaded={loaded} />}
      {isOwn && (
        <section className="loaded" aria-label={piece}>
          <h2>{piece}</h2>
          <p
            className={loaded.donePieces === loaded.wantedPieces ? 'loaded-done tone-done' : 'loaded-done'}
            role="status"
          >
            {t('brake_link.done', { done: loaded.donePieces, wanted: loaded.wantedPieces })}
          </p>
          {isFolder && <p>{t('brake_link.open_there')}</p>}
          <Counter counted={loaded.countedPieces} />
        </section>
      )}
      {isOwn && !isOlder && <AllDone loaded={loaded} piece={piece} isMarked={isMarked} />}
      {isOwn && loaded.donePieces > loaded.wantedPieces && (
        <BrakeMessage
          tone="needs_person"
          title={t('brake_link.too_many', { count: loaded.donePieces - loaded.wantedPieces })}
        >
          <p>{t('brake_link.too_many_todo')}</p>
        </BrakeMessage>
      )}
      {isOwn && !isOlder && loaded.donePieces < loaded.wantedPieces && <LoadedSteps sheet={sheet} loaded={loaded} />}
      <p className="sub">
        {loaded.by === null
          ? t('brake_link.loaded', { when: sentAt })
          : t('brake_link.loaded_by', { when: sentAt, by: loaded.by })}
      </p>
      {!loaded.needsConfirmation && <UnloadButton loaded={loaded} label={t('brake_link.release')} />}
    </>
  )
}

/** The count so far, and the current counter of the controller. An old counter is not shown. */
function Counter({ counted }: { counted: number }) {
  const { t } = useTexts()
  const { readings } = useBrake()
  const isOpen = useLinkState() === 'open'
  if (isOpen && readings !== null && readings.counterUnit === null)
    return <p className="mark-blocked">{t('brake_link.counts_none')}</p>
  const counter = isOpen ? (readings?.counter ?? null) : null
  return (
    <>
      <p className="sub">{t('brake_link.counted', { counted })}</p>
      <p className="sub">{counter === null ? t('brake_link.counter_blank') : t('brake_link.counter', { counter })}</p>
    </>
  )
}

/** The steps of the loaded program. If the program has changed since, for example by a correction, the new one, to be sent again. */
function LoadedSteps({ sheet, loaded }: Pick<LoadedProgramProps, 'sheet' | 'loaded'>) {
  const { t } = useTexts()
  const { data } = useProgram(loaded.sheetId, loaded.drawingVersion, loaded.pieceNo)
  if (data?.kind !== 'program') return null
  if (data.program.version === loaded.version)
    return (
      <>
        <ProgramSteps
          program={data.program}
          bends={data.bends}
          colourSide={sheet.profile.colourSide}
          corrections={data.corrections}
        />
        <UnsentFields unsent={data.unsent} />
      </>
    )
  if (loaded.needsConfirmation) return null
  return (
    <>
      <BrakeMessage tone="needs_person" title={t('brake_link.send_again')}>
        <p>{t('brake_link.send_again_todo')}</p>
      </BrakeMessage>
      <ProgramToSend sheet={sheet} pieceNo={loaded.pieceNo} />
    </>
  )
}

function AllDone({ loaded, piece, isMarked }: { loaded: Loaded; piece: string; isMarked: boolean }) {
  const { t } = useTexts()
  if (loaded.isComplete)
    return (
      <BrakeMessage tone="done" title={t('brake_link.complete')}>
        {!isMarked && <p>{t('brake_link.complete_todo')}</p>}
      </BrakeMessage>
    )
  if (loaded.donePieces !== loaded.wantedPieces) return null
  return <BrakeMessage tone="done" title={t('brake_link.piece_complete', { piece })} />
}
