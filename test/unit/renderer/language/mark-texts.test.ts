// Every state of a mark with every reason, and every state of the queue, has complete sentences in both languages.
import { describe, expect, test } from 'vitest'
import {
  decisionKind,
  deviationReason,
  markStates,
  queueState,
  workStop,
} from '../../../../shared/station-api/index.ts'
import {
  itselfText,
  markSentences,
  reasonText,
  stateName,
  stateText,
  todoText,
} from '../../../../src-renderer/language/mark-texts.ts'
import type { Texts } from '../../../../src-renderer/language/texts.ts'
import { needsPerson } from '../../../../src-renderer/ui/bend-state.ts'
import { decisionKinds, deviationReasons, markReasons } from '../../../../src-main/ledger/index.ts'
import { translationIn } from '../../../fixtures/translation.ts'

const languages = ['nb', 'en'] as const
type Language = (typeof languages)[number]
const translations = { nb: translationIn('nb'), en: translationIn('en') }

/** The texts that describe marks. */
function textsIn(language: Language): Texts {
  const translation = translations[language]
  const named: Texts['named'] = (kind, code) => {
    const resource: unknown = translation.getResource(language, 'translation', `${kind}.${code}`)
    return typeof resource === 'string' ? resource : code
  }
  return {
    t: translation.t,
    language,
    named,
    mm: neverCalled,
    fineMm: neverCalled,
    thickness: neverCalled,
    deg: neverCalled,
    kFactor: neverCalled,
    kn: neverCalled,
    day: neverCalled,
    shortDay: neverCalled,
    date: neverCalled,
    when: neverCalled,
    age: neverCalled,
    field: neverCalled,
  }
}

function neverCalled(): never {
  throw new Error('the texts of marks contain no figures')
}

const isSentence = (text: string): boolean => /^\p{Lu}.*[.?!]$/su.test(text)
/** Codes that a person does not write. */
const looksLikeCode = (text: string): boolean => /_|\{\{|\w\.\w|undefined|null/.test(text)
/** English words that are not Norwegian. */
const english = /\b(the|mark(s)?|sheet|was|is|not|and|of|it|you|by|has|been|service|drawing|sent|wait)\b/i

const marks = markStates.flatMap((state) => [null, ...markReasons].map((reason) => ({ state, reason })))

describe.each(languages)('in %s', (language) => {
  test('every state with every reason is described in whole sentences, without a code', () => {
    for (const mark of marks) {
      const sentences = markSentences(textsIn(language), mark)
      expect({ mark, sentences: sentences.filter((one) => !isSentence(one) || looksLikeCode(one)) }).toEqual({
        mark,
        sentences: [],
      })
      expect(sentences.length).toBeGreaterThanOrEqual(mark.reason === null ? 2 : 3)
    }
  })

  test('no sentence about a mark is repeated', () => {
    for (const mark of marks) {
      const sentences = markSentences(textsIn(language), mark)
      expect(new Set(sentences).size).toBe(sentences.length)
    }
  })

  test('a state that needs a person says what Kant does and what the person does, and no other state asks for a person', () => {
    const texts = textsIn(language)
    for (const state of markStates) {
      expect(itselfText(texts.t, state)).not.toBe('')
      expect({ state, asks: todoText(texts.t, { state, reason: null }) !== null }).toEqual({
        state,
        asks: needsPerson(state),
      })
    }
  })

  test('a mark with a reported drawing asks for no comparison', () => {
    const { t } = textsIn(language)
    const todo = todoText(t, { state: 'conflict', reason: 'drawing_wrong' })
    expect(todo).toBe(t('mark_todo.drawing_wrong'))
    expect(todo).not.toBe(todoText(t, { state: 'conflict', reason: 'drawing_changed' }))
  })

  test('every state of the queue, every stop and every answer has a text', () => {
    const { t } = textsIn(language)
    for (const state of queueState.options) expect(isSentence(t(`queue.${state}`))).toBe(true)
    for (const stop of workStop.options) expect(isSentence(t(`work_stop.${stop}`))).toBe(true)
    for (const kind of decisionKind.options) {
      expect(t(`decision.${kind}`)).toMatch(/^\p{Lu}[^._]+$/u)
      expect(isSentence(t(`decision_means.${kind}`))).toBe(true)
    }
    for (const reason of deviationReason.options) expect(t(`deviation_reason.${reason}`)).toMatch(/^\p{Lu}[^._]+$/u)
  })
})

test('the Norwegian texts contain no English', () => {
  const texts = textsIn('nb')
  for (const mark of marks) for (const sentence of markSentences(texts, mark)) expect(sentence).not.toMatch(english)
  for (const state of queueState.options) expect(texts.t(`queue.${state}`)).not.toMatch(english)
})

test('a mark that a person cancelled is not shown as undone', () => {
  const { t } = textsIn('nb')
  expect(stateText(t, { state: 'cancelled', reason: 'undone' })).toContain('Ingenting er sendt')
  for (const reason of ['dismissed', 'bend_anew', 'bent_by_another', 'marked_wrongly']) {
    expect(stateText(t, { state: 'cancelled', reason })).not.toContain('Ingenting er sendt')
    expect(stateName(t, { state: 'cancelled', reason })).toBe('Avgjort')
  }
})

test('an earlier mark of another person is mentioned once', () => {
  const sentences = markSentences(textsIn('nb'), { state: 'bent_elsewhere', reason: 'bent_by_another' })
  expect(
    sentences.filter((sentence) => sentence.includes('noen andre') || sentence.includes('Noen andre')),
  ).toHaveLength(1)
})

test('an unknown reason of a later version is shown as its code', () => {
  expect(reasonText(textsIn('nb'), 'struck_by_lightning')).toBe('Grunn: struck_by_lightning.')
})

test('the screen knows every decision and every reason that the outbox knows', () => {
  expect(decisionKind.options.toSorted()).toEqual([...decisionKinds].toSorted())
  expect(deviationReason.options.toSorted()).toEqual([...deviationReasons].toSorted())
})
