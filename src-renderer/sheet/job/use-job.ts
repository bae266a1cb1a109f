// The facts about the job of a sheet, from the station's answers, and the action of its button.
import type { BrakePreview, BrakeView, MarkView } from '../../../shared/station-api/index.ts'
import { useDifferingPrint } from '../../scan/use-differing-print.ts'
import { useBrake, useLinkState } from '../../station/station-context.tsx'
import { useProgram, useWork } from '../../station/work-queries.ts'
import type { Sheet } from '../sheet.ts'
import type { BrakeFacts, JobFacts, MachineFacts, ProgramFacts } from './job-facts.ts'
import { nextLength, primaryAction, type PrimaryAction } from './primary-action.ts'

export interface JobParts {
  readonly sheet: Sheet
  readonly mark: MarkView | null
  readonly isSound: boolean
  readonly machine: MachineFacts
  readonly chosenPieceNo: number
  readonly nextSheetId: string | null
}

export interface JobNow {
  readonly action: PrimaryAction
  /** The program of the next length; undefined: not computed yet, or not needed. */
  readonly preview: BrakePreview | undefined
  /** At least one piece is counted. */
  readonly isStarted: boolean
  /** The counts are not those of the sheet. */
  readonly differs: boolean
}

export function useJob({ sheet, mark, isSound, machine, chosenPieceNo, nextSheetId }: JobParts): JobNow {
  const brake = useBrake()
  const isStationReached = useLinkState() === 'open'
  const work = useWork(sheet.id).data
  const isOldPrint = useDifferingPrint(sheet.id) !== null
  const brakeNow = brakeFacts(brake, sheet)
  const lengths = work?.pieces.map(({ pieceNo, done, wantedPieces }) => ({ pieceNo, donePieces: done, wantedPieces }))
  const isMarked = mark !== null || sheet.bent !== null
  const next = nextLength({ lengths: lengths ?? null, chosenPieceNo, brake: brakeNow })
  const needsProgram = brakeNow !== null && next !== null && !isMarked
  const preview = useProgram(sheet.id, sheet.drawingVersion, next?.pieceNo ?? chosenPieceNo, needsProgram)
  const facts: JobFacts = {
    isStationReached,
    mark,
    isBent: sheet.bent !== null,
    approval: approvalOf(sheet),
    isOldPrint,
    isSound,
    stop: work?.stop ?? null,
    machine,
    lengths: lengths ?? null,
    chosenPieceNo,
    brake: brakeNow,
    program: preview.isError ? { kind: 'refused', code: preview.error.code } : programFacts(preview.data),
    nextSheetId,
  }
  const isStarted = work?.pieces.some(({ done }) => done > 0) === true
  return {
    action: primaryAction(facts),
    preview: preview.data,
    isStarted,
    differs: work !== undefined && !work.isComplete && isStarted,
  }
}

function approvalOf({ approval: { state } }: Pick<Sheet, 'approval'>): JobFacts['approval'] {
  if (state === 'awaiting') return 'awaiting'
  return state === 'change_requested' ? 'change_requested' : 'given'
}

function programFacts(preview: BrakePreview | undefined): ProgramFacts {
  if (preview === undefined) return null
  if (preview.kind === 'refused') return { kind: 'refused', code: preview.code }
  const { program, notKnown, unsent } = preview
  const { pieceNo, version } = program
  const changesTools = program.steps.some(({ setUp }) => setUp > 1)
  return { kind: 'program', pieceNo, version, asks: changesTools || notKnown !== null || unsent.length > 0 }
}

function brakeFacts(brake: BrakeView, sheet: Pick<Sheet, 'id' | 'drawingVersion'>): BrakeFacts | null {
  const { link, state, readOnly, readings, upload, loaded } = brake
  if (link === null) return null
  return {
    state,
    isReadOnly: readOnly !== null,
    counts: readings === null || readings.counterUnit !== null,
    upload: upload === null ? null : { isOfSheet: upload.sheetId === sheet.id, phase: upload.phase },
    loaded:
      loaded === null
        ? null
        : {
            isOfSheet: loaded.sheetId === sheet.id,
            pieceNo: loaded.pieceNo,
            isOfOlderDrawing: loaded.drawingVersion !== sheet.drawingVersion,
            needsConfirmation: loaded.needsConfirmation,
            donePieces: loaded.donePieces,
            wantedPieces: loaded.wantedPieces,
            version: loaded.version,
          },
  }
}
