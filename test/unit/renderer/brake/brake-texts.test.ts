// Every state, fault and refusal of the brake has complete sentences in both languages.
import { describe, expect, test } from 'vitest'
import { brakeFaultCodes, brakeStates, type BrakePreview } from '../../../../shared/station-api/index.ts'
import { buildProgram } from '../../../../src-main/brake/program/build-program.ts'
import { describeProgram } from '../../../../src-main/cli/brake/brake-text.ts'
import { unsentFields } from '../../../../src-main/brake/maps/step-fields.ts'
import { refused } from '../../../../src-main/brake/program/program-refusal.ts'
import {
  faultSentences,
  handlingSentence,
  machineDirection,
  refusalSentence,
  stepNotes,
  toneOfBrake,
  toolChangeSentences,
  unsentTexts,
} from '../../../../src-renderer/brake/brake-texts.ts'
import { hemProgram } from '../../../fixtures/hem-program.ts'
import { translationIn } from '../../../fixtures/translation.ts'
import { longBrake } from '../../bending/fit/shipped-workshop.ts'
import { aSheet, requestFor } from '../../brake/program/a-sheet.ts'

const deg = (angle: number): string => `${angle}°`
const fineMm = (mm: number): string => mm.toFixed(2)
const translations = { nb: translationIn('nb'), en: translationIn('en') }
const textsIn = (language: 'nb' | 'en') => ({ t: translations[language].t, fineMm, language })

const angle = { flanges: [60, 60], turns: [90] }
const hemmed = aSheet({ flanges: [60, 40, 12], turns: [90, 180], hems: [null, 'closed'] })
const refusals = Object.entries({
  removed: buildProgram(requestFor(null)),
  superseded: buildProgram(requestFor(aSheet(angle), { shownDrawingVersion: 3 })),
  unknown_piece: buildProgram(requestFor(aSheet(angle), { pieceNo: 9 })),
  no_machine: buildProgram(requestFor(aSheet(angle), { machine: null })),
  unsound: buildProgram(requestFor(aSheet({ ...angle, positionsMm: [900] }))),
  tapered: buildProgram(requestFor(aSheet({ flanges: [60, [80, 40]], turns: [90] }))),
  too_many_steps: buildProgram(requestFor(aSheet({ flanges: [40, 40, 40], turns: [90, 90] }), { maxSteps: 1 })),
  too_long: buildProgram(requestFor(aSheet(angle), { machine: { ...longBrake, maxLengthMm: 1999 } })),
  gauge: buildProgram(
    requestFor(aSheet(angle), { machine: { ...longBrake, backgaugeMaxMm: 59.5 }, gaugeCorrections: new Map([[1, 1]]) }),
  ),
  hem_without_field: buildProgram(requestFor(hemmed, { stepFields: ['angleDeg', 'gaugeMm'] })),
  order_not_known: refused('order_not_known', 'the outline of the die is missing'),
  correction: buildProgram(requestFor(aSheet(angle), { corrections: new Map([[1, 99]]) })),
})

test('a program names the step before which the tools are changed, with the tools of that set-up', () => {
  const steps = hemProgram.steps.map((step) => ({ ...step, setUp: step.stepNo === 1 ? 1 : 2 }))
  expect(toolChangeSentences(textsIn('en'), steps)).toEqual([
    'Before step 2, change the tools on the table: hem-v6, acute-28, v8-88, straight-88.',
  ])
  expect(toolChangeSentences(textsIn('nb'), steps).join(' ')).toContain('før steg 2: hem-v6')
  expect(toolChangeSentences(textsIn('en'), hemProgram.steps)).toEqual([])
  const lines = describeProgram({ ...hemProgram, steps, hash: '' })
  expect(lines.filter((line) => line.includes('CHANGE THE TOOLS'))).toEqual([lines[3]])
  expect(lines[3]).toContain('CHANGE THE TOOLS first: hem-v6, punch acute-28')
})

test('a press brake bends up what the drawing shows down, because face A is up then', () => {
  expect(machineDirection({ direction: 'down', faceUp: 'A' }, false)).toBe('up')
  expect(machineDirection({ direction: 'up', faceUp: 'B' }, false)).toBe('up')
  expect(machineDirection({ direction: 'up', faceUp: 'A' }, false)).toBe('down')
  expect(machineDirection({ direction: 'down', faceUp: 'A' }, true)).toBe('down')
})

describe.each(['nb', 'en'] as const)('in %s', (language) => {
  test.each(brakeStates)('a brake in state %s has a text, a short text and an icon', (state) => {
    const { t } = textsIn(language)
    expect(t(`brake_link.state.${state}`)).not.toContain('brake_link')
    expect(t(`brake_link.state_short.${state}`)).not.toContain('brake_link')
    expect(toneOfBrake(state)).toBeDefined()
  })

  test.each(brakeFaultCodes)('the fault %s has a description and an instruction', (code) => {
    const sentences = faultSentences(textsIn(language), { code }, null)
    expect(sentences).toHaveLength(2)
    for (const sentence of sentences) expect(sentence).toMatch(/^[A-ZÆØÅ].*\.$/)
  })

  test.each(refusals)('the refusal %s has a sentence with its figures', (_, outcome) => {
    expect(outcome.ok).toBe(false)
    const refusal = outcome.ok ? { code: '', message: '', params: {} } : outcome.error
    const sentence = refusalSentence(textsIn(language), {
      kind: 'refused',
      ...refusal,
      params: { ...refusal.params },
      planReasons: [],
    })
    expect(sentence).toMatch(/^[A-ZÆØÅ0-9].*\.$/)
    expect(sentence).not.toBe(refusal.message)
    expect(sentence).not.toMatch(/\{\{|brake_link|NaN|undefined|  /)
  })

  test('each handling of the blank names the edge that is then at the backgauge', () => {
    const edges = {
      nb: { first: 'første flens', last: 'siste flens' },
      en: { first: 'first flange', last: 'last flange' },
    }
    const sentences = (['first', 'last'] as const).flatMap((edge) =>
      [
        [true, false],
        [false, true],
        [true, true],
      ].map(([flipped = false, turned = false]) => {
        const sentence = handlingSentence(textsIn(language), { edge, flipped, turned })
        expect(sentence).toContain(edges[language][edge])
        return sentence
      }),
    )
    expect(new Set(sentences).size).toBe(6)
    expect(handlingSentence(textsIn(language), { edge: 'last', flipped: false, turned: false })).toBeNull()
  })

  test('every figure that a controller has no field for is named', () => {
    const unsent = unsentFields(hemProgram, [])
    expect(unsent).toHaveLength(7)
    const texts = unsentTexts(textsIn(language), unsent)
    expect(new Set(texts).size).toBe(7)
    for (const text of texts) expect(text).not.toContain('brake_link')
  })

  test('each step of a program with a hem shows its kind, station, tools, gauge and springback', () => {
    const notes = hemProgram.steps.map((step) => stepNotes({ ...textsIn(language), deg }, step, hemProgram.steps))
    const kinds = { nb: ['Forbøy omslaget', 'Klem omslaget flatt'], en: ['Pre-bend the hem', 'Flatten the hem'] }
    expect(notes.map(([first]) => first).slice(0, 2)).toEqual(kinds[language])
    expect(notes[0]?.join(' ')).toMatch(/1.*v6-30.*acute-28.*0\.25.*30\.00/)
    expect(notes[1]?.join(' ')).toMatch(/2.*hem-v6.*acute-28.*0\.25/)
    expect(notes[2]?.join(' ')).toMatch(/3.*v8-88.*straight-88.*20\.00.*100\.00.*1\.25°/)
  })

  test('a step of a program with one station and one pair of tools does not repeat them', () => {
    const [step] = hemProgram.steps
    if (step === undefined) throw new Error('the program has steps')
    const notes = stepNotes({ ...textsIn(language), deg: String }, step, [step, step]).join(' ')
    expect(notes).not.toContain('v6-30')
    expect(notes).not.toContain('stasjon')
    expect(notes).not.toContain('station')
  })

  test('an unknown reason shows the message of the station', () => {
    const refusal: Extract<BrakePreview, { kind: 'refused' }> = {
      kind: 'refused',
      code: 'too_windy',
      message: 'it is too windy',
      params: {},
      planReasons: [],
    }
    expect(refusalSentence(textsIn(language), refusal)).toBe('it is too windy')
  })

  test.each(['cannot_be_bent', 'own_order_blocked'])(
    '%s without a reason is said in the language of the screen',
    (code) => {
      const texts = textsIn(language)
      const refusal = {
        kind: 'refused' as const,
        code,
        message: 'no order of bends works',
        params: {},
        planReasons: [],
      }
      expect(refusalSentence(texts, refusal)).toBe(texts.t('brake_link.no_program.no_reason'))
    },
  )
})
