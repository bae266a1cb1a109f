// The state of the brake, its faults, and why there is no program, as texts. Pure.
import { planReasonText } from '../../shared/bending/index.ts'
import { isNotPlanned, type PlanStep } from '../../shared/bending/plan/index.ts'
import { notKnownInWords, type NotKnown } from '../../shared/planning/index.ts'
import type {
  BrakeFault,
  BrakePreview,
  BrakeProgramView,
  BrakeState,
  BrakeView,
} from '../../shared/station-api/index.ts'
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
      return 'uncertain'
    case 'disconnected':
      return 'needs_person'
    case 'alarm':
      return 'fault'
  }
}

/** The fault and what to do, one sentence each. */
export function faultSentences(
  { t }: Pick<Texts, 't'>,
  { code }: Pick<BrakeFault, 'code'>,
  link: BrakeView['link'],
): [string, string] {
  // a file folder has no cable
  if (link?.driver === 'file-drop' && (code === 'no_answer' || code === 'refused'))
    return [t(`brake_link.folder_fault.${code}`), t(`brake_link.folder_todo.${code}`)]
  return [t(`brake_link.fault.${code}`), t(`brake_link.todo.${code}`)]
}

/** An alarm of the controller: its number, with its text where the map has one. */
export const alarmText = ({ t }: Pick<Texts, 't'>, { code, text }: BrakeView['alarms'][number]): string =>
  text === '' ? t('brake_link.alarm_nameless', { code }) : t('brake_link.alarm_one', { code, text })

type Handled = Pick<BrakeProgramView['steps'][number], 'edge' | 'flipped' | 'turned'>

type Turned = Pick<Handled, 'flipped' | 'turned'>

/** What the operator does with the blank before a step of a program, as the bend plan names it. */
export function handlingOf({ flipped, turned }: Turned): PlanStep['handling'] {
  if (flipped) return turned ? 'flip_and_half_turn' : 'flip'
  return turned ? 'half_turn' : 'none'
}

/** What the operator does with the blank before a step, with the edge that is then at the backgauge; null: nothing. */
export function handlingSentence({ t }: Pick<Texts, 't'>, { edge, flipped, turned }: Handled): string | null {
  const handling = handlingOf({ flipped, turned })
  return handling === 'none' ? null : t(`brake_link.handling.${handling}.${edge}`)
}

/** The tools that the operator mounts before a step, because those on the table are for other steps; null: nothing is changed. */
export function toolChangeSentence(
  { t }: Pick<Texts, 't'>,
  { stepNo, setUp }: Pick<Step, 'stepNo' | 'setUp'>,
  steps: readonly Step[],
): string | null {
  const before = steps.find((other) => other.stepNo === stepNo - 1)
  if (before === undefined || before.setUp === setUp) return null
  const stepsOfSetUp = steps.filter((other) => other.setUp === setUp)
  const tools = new Set(
    stepsOfSetUp.flatMap(({ toolName, punchName }) => [toolName, ...(punchName === null ? [] : [punchName])]),
  )
  return t('brake_link.change_tools', { step: stepNo, tools: [...tools].join(', ') })
}

/** Every change of tools in a program, in the order of its steps. */
export const toolChangeSentences = (texts: Pick<Texts, 't'>, steps: readonly Step[]): string[] =>
  steps.flatMap((step) => toolChangeSentence(texts, step, steps) ?? [])

type Step = BrakeProgramView['steps'][number]

/**
 * The direction in which the machine bends. The program has the direction on the drawing, with face B up: with face A up the same bend goes
 * the other way. `foldsBoth`: the program of a machine that folds both ways has the direction at the machine.
 */
export const machineDirection = (
  { direction, faceUp }: Pick<Step, 'direction' | 'faceUp'>,
  foldsBoth: boolean,
): Step['direction'] => (foldsBoth || faceUp === 'B' ? direction : direction === 'up' ? 'down' : 'up')

/**
 * The other figures of a step: its kind, the station and the tools where they change in the program, the height and retract of the
 * gauge, and the springback.
 */
export function stepNotes(
  { t, fineMm, deg }: Pick<Texts, 't' | 'fineMm' | 'deg'>,
  step: Step,
  steps: readonly Step[],
): string[] {
  const { kind, station, toolName, punchName, punchTurned, gaugeLevelMm, retractMm, springbackDeg } = step
  const changes = (field: 'station' | 'toolName' | 'punchName'): boolean =>
    steps.some((other) => other[field] !== step[field])
  return [
    kind === 'bend' ? null : t(`brake_link.step_kind.${kind}`, strokeOf(step, steps)),
    changes('station') ? t('brake_link.step_at', { station }) : null,
    changes('toolName') ? toolName : null,
    changes('punchName') ? punchName : null,
    punchTurned ? t('brake_link.punch_turned') : null,
    step.gaugeCorrectionMm === 0
      ? null
      : t('brake_link.gauge_correction', { correction: signed(fineMm(step.gaugeCorrectionMm)) }),
    ...gaugeNotes({ t, fineMm, deg }, { gaugeLevelMm, retractMm, springbackDeg }),
  ].filter((note) => note !== null)
}

/** With its sign, also where it is positive. */
const signed = (figure: string): string => (/^[-−]/.test(figure) ? figure : `+${figure}`)

/** The height and retract of the gauge, and the springback: those that are known and not 0. */
export const gaugeNotes = (
  { t, fineMm, deg }: Pick<Texts, 't' | 'fineMm' | 'deg'>,
  { gaugeLevelMm, retractMm, springbackDeg }: Pick<Step, 'gaugeLevelMm' | 'retractMm' | 'springbackDeg'>,
): string[] =>
  [
    gaugeLevelMm === 0 ? null : t('brake_link.gauge_level', { level: fineMm(gaugeLevelMm) }),
    retractMm === 0 ? null : t('brake_link.retract', { retract: fineMm(retractMm) }),
    springbackDeg === null || springbackDeg === 0
      ? null
      : t('brake_link.springback', { springback: deg(springbackDeg) }),
  ].filter((note) => note !== null)

/** Which stroke of its bump a step is, and of how many. */
function strokeOf(step: Step, steps: readonly Step[]): { stroke: number; strokes: number } {
  const row = steps.filter(({ kind, bend }) => kind === step.kind && bend === step.bend)
  return { stroke: row.findIndex(({ stepNo }) => stepNo === step.stepNo) + 1, strokes: row.length }
}

/** The figures that the controller has no field for. */
export function unsentTexts({ t }: Pick<Texts, 't'>, unsent: readonly string[]): string[] {
  const fieldsWithText = [
    'tool',
    'punch',
    'punchTurned',
    'station',
    'setUp',
    'gaugeLevelMm',
    'retractMm',
    'springbackDeg',
  ] as const
  return fieldsWithText.filter((field) => unsent.includes(field)).map((field) => t(`brake_link.unsent_field.${field}`))
}

/** What is not known about a program, in one sentence. */
export const notKnownSentence = ({ t, language }: Pick<Texts, 't' | 'language'>, notKnown: NotKnown): string =>
  t('brake_link.not_known', { reasons: notKnownInWords(notKnown, language).join('; ') })

type Refusal = Extract<BrakePreview, { kind: 'refused' }>

/** The codes that have a text. */
const codesWithText = [
  'removed',
  'superseded',
  'unknown_piece',
  'no_machine',
  'does_not_fit',
  'unsound',
  'by_hand_tapered',
  'by_hand_edge',
  'by_hand_no_field_hem',
  'too_many_steps',
  'too_long',
  'gauge_out_of_reach',
  'bad_correction',
  'order_not_known',
  'tools_unreadable',
  'not_planned',
] as const

/** Why there is no program; for a reason that is unknown here, the message of the station. */
export function refusalSentence(
  { t, fineMm, language }: Pick<Texts, 't' | 'fineMm' | 'language'>,
  { code, params, message, planReasons }: Refusal,
): string {
  const reasons = planReasons.map((reason) => planReasonText(reason, language)).join('; ')
  if (code === 'order_not_known' && isNotPlanned(planReasons)) return t('bend_plan.not_searched', { reasons })
  if (code === 'cannot_be_bent' || code === 'own_order_blocked') {
    if (planReasons.length === 0) return t('brake_link.no_program.no_reason')
    return t(code === 'cannot_be_bent' ? 'brake_link.no_program.cannot_be_bent' : 'bend_plan.own_impossible', {
      reasons,
    })
  }
  const textCode = code === 'by_hand' ? `by_hand_${String(params['why'])}` : code
  const codeWithText = codesWithText.find((one) => one === textCode)
  if (codeWithText === undefined) return message
  const figure = (name: string): string => {
    const value = params[name] ?? ''
    return typeof value === 'number' && name.endsWith('Mm') ? fineMm(value) : String(value)
  }
  return t(`brake_link.no_program.${codeWithText}`, {
    shown: figure('shown'),
    now: figure('now'),
    pieceNo: figure('pieceNo'),
    bend: figure('bend'),
    steps: figure('steps'),
    maxSteps: figure('maxSteps'),
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
