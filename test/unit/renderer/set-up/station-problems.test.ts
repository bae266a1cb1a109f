// What is wrong with a paired station, in both languages.
import { expect, test } from 'vitest'
import type { LinkedStation } from '../../../../shared/station-api/index.ts'
import { stationProblems } from '../../../../src-renderer/set-up/station-problems.ts'
import { translationIn } from '../../../fixtures/translation.ts'

const station: LinkedStation = {
  fingerprint: 'a'.repeat(64),
  name: 'Kantpresse 2',
  confirmedBy: null,
  isLinked: true,
  lastSeenAt: null,
  backlog: 0,
  clockAheadSeconds: 0,
  isCopied: false,
  problem: null,
  hasSameName: false,
}

const [nb, en] = [translationIn('nb'), translationIn('en')]
const problems = (of: Partial<LinkedStation>, language = nb) =>
  stationProblems({ t: language.t }, { ...station, ...of })

test('a station with nothing wrong has no sentence', () => expect(problems({})).toEqual([]))

test('a clock is off by minutes or by hours, ahead or behind', () => {
  expect(problems({ clockAheadSeconds: 300 })).toEqual([
    'Klokka der går 5 minutter foran klokka her. Still den som går feil.',
  ])
  expect(problems({ clockAheadSeconds: -86_400 }, en)).toEqual([
    'Its clock is 24 hours behind this one. Set the wrong clock.',
  ])
})

test('a newer program, two with one name and a copied folder each have a sentence', () => {
  const sentences = problems({ problem: 'newer_protocol', hasSameName: true, isCopied: true }, en)
  expect(sentences).toHaveLength(3)
  expect(sentences[0]).toBe('The station has a newer version of Kant. Update this one.')
  expect(sentences[1]).toBe('Two stations have the same name. Give one of them another name.')
})

test('a revoked station has a sentence, at itself and at the others', () => {
  expect(problems({ problem: 'this_revoked' })).toEqual([
    'Denne stasjonen er trukket tilbake. Den kan bare pares igjen med en ny mappe.',
  ])
  expect(problems({ problem: 'revoked' }, en)).toEqual([
    'The station was revoked. It can be paired again only with a new folder.',
  ])
})
