// The one button of a sheet, from the facts: it sends a program, shows what runs, counts, marks, or opens the next sheet. A blocked action
// is never offered: the button then names what blocks it. Pure.
import { needsPerson } from '../../ui/bend-state.ts'
import type { BrakeFacts, JobFacts, JobLength, LoadedFacts } from './job-facts.ts'

/** What prevents the next action. Each has a text. */
export type Obstacle =
  | 'link_lost'
  | 'old_print'
  | 'unsound'
  | 'drawing_wrong'
  | 'handed_over'
  | 'not_approved'
  | 'awaiting'
  | 'change_requested'
  | 'fits_none'
  | 'does_not_fit'
  | 'other_kind'
  | 'older_program'
  | 'other_loaded'
  | 'other_sending'
  | 'no_program'
  | 'brake_alarm'
  | 'brake_running'
  | 'brake_silent'
  | 'brake_disconnected'
  | 'brake_probing'

export type PrimaryAction =
  /** The facts are not complete yet. */
  | { readonly kind: 'wait' }
  | { readonly kind: 'blocked'; readonly by: Obstacle }
  /** `again`: the brake has an older program of this length. */
  | { readonly kind: 'send'; readonly pieceNo: number; readonly asks: boolean; readonly again: boolean }
  | { readonly kind: 'sending'; readonly phase: 'sending' | 'reading_back' }
  /** A person must answer whether the brake still has the program. `isOfSheet` false: that of another sheet. */
  | { readonly kind: 'confirm'; readonly pieceNo: number; readonly isOfSheet: boolean }
  /** The brake counts this length. */
  | { readonly kind: 'running'; readonly pieceNo: number; readonly donePieces: number; readonly wantedPieces: number }
  /** A person counts this length. */
  | { readonly kind: 'count'; readonly pieceNo: number; readonly donePieces: number; readonly wantedPieces: number }
  /** `differs`: the counts are not those of the sheet, so that a person must decide. */
  | { readonly kind: 'mark'; readonly differs: boolean }
  /** The mark waits for an answer. */
  | { readonly kind: 'answer'; readonly markId: string }
  /** `sheetId` null: no sheet is left for this machine. */
  | { readonly kind: 'next'; readonly sheetId: string | null }

/** The first rule that applies decides. */
export function primaryAction(facts: JobFacts): PrimaryAction {
  for (const rule of rules) {
    const action = rule(facts)
    if (action !== null) return action
  }
  return { kind: 'wait' }
}

type Rule = (facts: JobFacts) => PrimaryAction | null

const blocked = (by: Obstacle): PrimaryAction => ({ kind: 'blocked', by })

const rules: readonly Rule[] = [
  ({ isStationReached }) => (isStationReached ? null : blocked('link_lost')),
  // a mark is the end of the job
  ({ mark }) => (mark !== null && needsPerson(mark.state) ? { kind: 'answer', markId: mark.id } : null),
  ({ mark, isBent, nextSheetId }) => (mark !== null || isBent ? { kind: 'next', sheetId: nextSheetId } : null),
  ({ brake }) => uploading(brake),
  ({ isOldPrint }) => (isOldPrint ? blocked('old_print') : null),
  ({ isSound }) => (isSound ? null : blocked('unsound')),
  ({ lengths }) => (lengths === null ? { kind: 'wait' } : null),
  ({ stop }) => (stop === 'drawing_wrong' || stop === 'handed_over' || stop === 'not_approved' ? blocked(stop) : null),
  ({ brake }) => confirmation(ofSheet(brake)),
  (facts) => (isComplete(facts) ? markOf(facts, false) : isOver(facts) ? markOf(facts, true) : null),
  // what is loaded goes before what could be sent
  (facts) => loadedAction(facts),
  ({ machine }) => (machine === 'fits' || machine === 'not_known' ? null : blocked(machine)),
  (facts) => byHand(facts),
  ({ brake }) => brakeObstacle(brake),
  (facts) => sending(facts),
]

const uploading = (brake: BrakeFacts | null): PrimaryAction | null =>
  brake === null || brake.upload === null
    ? null
    : brake.upload.isOfSheet
      ? { kind: 'sending', phase: brake.upload.phase }
      : blocked('other_sending')

const ofSheet = (brake: BrakeFacts | null): LoadedFacts | null =>
  brake?.loaded?.isOfSheet === true ? brake.loaded : null

const confirmation = (loaded: LoadedFacts | null): PrimaryAction | null =>
  loaded?.needsConfirmation === true ? { kind: 'confirm', pieceNo: loaded.pieceNo, isOfSheet: true } : null

const isFinished = ({ donePieces, wantedPieces }: Pick<JobLength, 'donePieces' | 'wantedPieces'>): boolean =>
  donePieces >= wantedPieces
const isComplete = ({ lengths }: JobFacts): boolean =>
  (lengths ?? []).every(({ donePieces, wantedPieces }) => donePieces === wantedPieces)
/** Every length is finished, and at least one has too many pieces. */
const isOver = ({ lengths }: JobFacts): boolean => (lengths ?? []).every(isFinished)

/** The mark waits for the customer, also where a supervisor allowed the work. */
const markOf = ({ approval }: JobFacts, differs: boolean): PrimaryAction =>
  approval === 'given' ? { kind: 'mark', differs } : blocked(approval)

/**
 * The length to make now: the one that the brake has, then the one that the operator chose, then the next in the order of the sheet. A
 * finished length is never returned. Null: all are finished.
 */
export function nextLength({
  lengths,
  chosenPieceNo,
  brake,
}: Pick<JobFacts, 'lengths' | 'chosenPieceNo'> & { brake: Pick<BrakeFacts, 'loaded'> | null }): JobLength | null {
  const all = lengths ?? []
  const loaded = brake?.loaded?.isOfSheet === true ? brake.loaded : null
  const after = all.findIndex(({ pieceNo }) => pieceNo === (loaded?.pieceNo ?? chosenPieceNo))
  const inTurn = [...all.slice(after + 1), ...all.slice(0, after + 1)]
  const candidates = [
    ...(loaded === null || isFinished(loaded) ? [] : all.filter(({ pieceNo }) => pieceNo === loaded.pieceNo)),
    ...all.filter(({ pieceNo }) => pieceNo === chosenPieceNo),
    ...inTurn,
  ]
  return candidates.find((length) => !isFinished(length)) ?? null
}

/** What the brake does with its program of this sheet. */
function loadedAction(facts: JobFacts): PrimaryAction | null {
  const { brake, program } = facts
  const loaded = ofSheet(brake)
  if (brake === null || loaded === null) return null
  if (loaded.isOfOlderDrawing) return blocked('older_program')
  if (isFinished(loaded)) return null
  if (brake.state === 'alarm') return blocked('brake_alarm')
  const { pieceNo, donePieces, wantedPieces } = loaded
  const isChanged = program?.kind === 'program' && program.pieceNo === pieceNo && program.version !== loaded.version
  if (isChanged && isSendable(brake)) return { kind: 'send', pieceNo, asks: true, again: true }
  return { kind: brake.counts ? 'running' : 'count', pieceNo, donePieces, wantedPieces }
}

const isSendable = ({ state, isReadOnly }: BrakeFacts): boolean =>
  !isReadOnly && (state === 'ready' || state === 'verified' || state === 'piece_done')

/** A loaded program of another sheet that is not finished. */
const otherUnfinished = (loaded: LoadedFacts | null): boolean =>
  loaded !== null && !loaded.isOfSheet && !isFinished(loaded)

/**
 * Without a program a person bends and counts. Nothing counted: one press marks the sheet. Something counted: one press counts one more of
 * the length that is next.
 */
function byHand(facts: JobFacts): PrimaryAction | null {
  const { brake, program, lengths } = facts
  const isByHand =
    brake === null ||
    brake.isReadOnly ||
    (program?.kind === 'refused' && program.code === 'by_hand') ||
    (brake.state === 'disconnected' && brake.loaded === null)
  if (!isByHand) return null
  const next = nextLength(facts)
  if (next === null || (lengths ?? []).every(({ donePieces }) => donePieces === 0)) return markOf(facts, false)
  return { kind: 'count', ...next }
}

/** Why the brake takes no program now; null: it takes one. */
function brakeObstacle(brake: BrakeFacts | null): PrimaryAction | null {
  if (brake === null) return null
  const { loaded } = brake
  // also a finished program keeps the brake until the question about it is answered
  if (loaded !== null && !loaded.isOfSheet && loaded.needsConfirmation)
    return { kind: 'confirm', pieceNo: loaded.pieceNo, isOfSheet: false }
  if (otherUnfinished(loaded)) return blocked('other_loaded')
  switch (brake.state) {
    case 'disconnected':
      return blocked('brake_disconnected')
    case 'probing':
      return blocked('brake_probing')
    case 'stale':
      return blocked('brake_silent')
    case 'alarm':
      return blocked('brake_alarm')
    case 'running':
    case 'uploading':
      return blocked('brake_running')
    case 'ready':
    case 'verified':
    case 'piece_done':
      return null
  }
}

function sending(facts: JobFacts): PrimaryAction {
  const { program } = facts
  const next = nextLength(facts)
  if (next === null || program === null) return { kind: 'wait' }
  if (program.kind === 'refused') return blocked('no_program')
  // the preview is of the length before
  if (program.pieceNo !== next.pieceNo) return { kind: 'wait' }
  return { kind: 'send', pieceNo: next.pieceNo, asks: program.asks, again: false }
}
