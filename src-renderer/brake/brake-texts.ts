// The state of the brake, its faults, and why there is no program, as texts. Pure.
import { planMissingText, planReasonText } from '../../shared/bending/index.ts'
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

type Step = BrakeProgramView['steps'][number]

/**
 * The other figures of a step: its kind, the station and the tools where they change in the program, the height and retract of the
 * gauge, and the springback.
 */
export function stepNotes(
  { t, fineMm, deg }: Pick<Texts, 't' | 'fineMm' | 'deg'>,
  step: Step,
  steps: readonly Step[],
): string[] {
  const { kind, station, strokes, toolName, punchName, punchTurned, gaugeLevelMm, retractMm, springbackDeg } = step
  const changes = (field: 'station' | 'toolName' | 'punchName'): boolean =>
    steps.some((other) => other[field] !== step[field])
  return [
    kind === 'bend' ? null : t(`brake_link.step_kind.${kind}`, { strokes }),
    changes('station') ? t('brake_link.step_at', { station }) : null,
    changes('toolName') ? toolName : null,
    changes('punchName') ? punchName : null,
    punchTurned ? t('brake_link.punch_turned') : null,
    gaugeLevelMm === 0 ? null : t('brake_link.gauge_level', { level: fineMm(gaugeLevelMm) }),
    retractMm === 0 ? null : t('brake_link.retract', { retract: fineMm(retractMm) }),
    springbackDeg === null || springbackDeg === 0
      ? null
      : t('brake_link.springback', { springback: deg(springbackDeg) }),
  ].filter((note) => note !== null)
}

/** The figures that the controller has no field for. */
export function unsentTexts({ t }: Pick<Texts, 't'>, unsent: readonly string[]): string[] {
  const known = [
    'tool',
    'punch',
    'punchTurned',
    'station',
    'strokes',
    'gaugeLevelMm',
    'retractMm',
    'springbackDeg',
  ] as const
  return known.filter((field) => unsent.includes(field)).map((field) => t(`brake_link.unsent_field.${field}`))
}

export type NotKnown = NonNullable<Extract<BrakePreview, { kind: 'program' }>['notKnown']>

/** What the planner does not know, in one sentence. */
export function notKnownSentence(
  { t, language }: Pick<Texts, 't' | 'language'>,
  { missing, reasons }: NotKnown,
): string {
  const sentences = [
    ...missing.map((one) => planMissingText(one, language)),
    ...reasons.map((one) => planReasonText(one, language)),
  ]
  return t('brake_link.not_known', { reasons: sentences.join('; ') })
}

type Refusal = Extract<BrakePreview, { kind: 'refused' }>

/** The codes that have a text. */
const codesWithText = [
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
  'by_hand_no_field_hem',
  'by_hand_no_field_bump',
  'too_many_steps',
  'too_long',
  'gauge_out_of_reach',
  'short_flange',
  'bad_correction',
  'not_planned',
] as const

/** Why there is no program; for a reason that is unknown here, the message of the station. */
export function refusalSentence(
  { t, fineMm, language }: Pick<Texts, 't' | 'fineMm' | 'language'>,
  { code, params, message, planReasons }: Refusal,
): string {
  if (code === 'cannot_be_bent' && planReasons.length > 0) {
    const reasons = planReasons.map((reason) => planReasonText(reason, language)).join('; ')
    return t('brake_link.no_program.cannot_be_bent', { reasons })
  }
  const textCode = code === 'by_hand' ? `by_hand_${String(params['why'])}` : code
  const known = codesWithText.find((one) => one === textCode)
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
