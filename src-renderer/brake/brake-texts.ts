// The state of the brake, its faults, and why there is no program, as texts. Pure.
import type { BrakePreview, BrakeProgramView, BrakeState, BrakeView } from '../../shared/station-api/index.ts'
import type { Texts } from '../language/texts.ts'
import type { Tone } from '../ui/bend-state.ts'

export function toneOfBrake(state: BrakeState): Tone {
  switch (state) {
    case 'ready':
      return 'open'
    case 'probing':
      return 'waiting'
    case 'uploading':
    case 'running':
      return 'moving'
    case 'verified':
    case 'piece_done':
      return 'done'
    case 'stale':
      return 'doubt'
    case 'disconnected':
      return 'person'
    case 'alarm':
      return 'fault'
  }
}

/** The fault and what to do, one sentence each; empty: no fault. */
export function faultSentences({ t }: Pick<Texts, 't'>, { fault, link }: BrakeView): string[] {
  if (fault === null) return []
  const { code } = fault
  // a file folder has no cable
  if (link?.driver === 'file-drop' && (code === 'no_answer' || code === 'refused'))
    return [t(`brake_link.folder_fault.${code}`), t(`brake_link.folder_todo.${code}`)]
  return [t(`brake_link.fault.${code}`), t(`brake_link.todo.${code}`)]
}

type Handled = Pick<BrakeProgramView['steps'][number], 'edge' | 'flipped' | 'turned'>

/** What the operator does with the blank before a step, with the edge that is then at the backgauge; null: nothing. */
export function handlingSentence({ t }: Pick<Texts, 't'>, { edge, flipped, turned }: Handled): string | null {
  const handling = flipped ? (turned ? 'flip_and_half_turn' : 'flip') : turned ? 'half_turn' : null
  return handling === null ? null : t(`brake_link.handling.${handling}.${edge}`)
}

type Refusal = Extract<BrakePreview, { kind: 'refused' }>

const worded = [
  'removed',
  'superseded',
  'unknown_piece',
  'no_machine',
  'no_tool',
  'does_not_fit',
  'unsound',
  'by_hand_tapered',
  'by_hand_hem',
  'by_hand_edge',
  'too_many_steps',
  'too_long',
  'gauge_out_of_reach',
  'short_flange',
  'bad_correction',
] as const

/** Why there is no program; for a reason that is unknown here, the message of the station. */
export function refusalSentence(
  { t, fineMm }: Pick<Texts, 't' | 'fineMm'>,
  { code, params, message }: Refusal,
): string {
  const why = code === 'by_hand' ? `by_hand_${String(params['why'])}` : code
  const known = worded.find((one) => one === why)
  if (known === undefined) return message
  const figure = (name: string): string => {
    const value = params[name] ?? ''
    return typeof value === 'number' && name.endsWith('Mm') ? fineMm(value) : String(value)
  }
  return t(`brake_link.no_program.${known}`, {
    shown: figure('shown'),
    now: figure('now'),
    pieceNo: figure('pieceNo'),
    bend: figure('bend'),
    steps: figure('steps'),
    most: figure('most'),
    lengthMm: figure('lengthMm'),
    maxLengthMm: figure('maxLengthMm'),
    gaugeMm: figure('gaugeMm'),
    minMm: figure('minMm'),
    maxMm: figure('maxMm'),
    neededMm: figure('neededMm'),
    vMm: figure('vMm'),
    correctionDeg: figure('correctionDeg'),
    mostDeg: figure('mostDeg'),
  })
}
