import { describe, expect, test } from 'vitest'
import {
  addressText,
  approvalText,
  deliveryText,
  fileNames,
  progressText,
  sizeText,
  stateText,
} from '../../../../src-renderer/order/order-texts.ts'
import { offeredMachines } from '../../../../src-renderer/machines/offered-machines.ts'
import { ageOf, formatDay } from '../../../../src-renderer/language/format.ts'
import { translationIn } from '../../../fixtures/translation.ts'

const translations = { nb: translationIn('nb'), en: translationIn('en') }

const textsIn = (language: 'nb' | 'en') => {
  const { t } = translations[language]
  return {
    t,
    language,
    day: (day: string) => formatDay(day, language),
    when: (instant: string) => instant.slice(11, 16),
    age: (ms: number) => {
      const { unit, count } = ageOf(ms)
      return t(`age.${unit}`, { count })
    },
    named: (_: string, code: string) => (code === 'approved' ? 'Godkjent' : code),
  }
}
const nb = textsIn('nb')
const nowMs = Date.parse('2026-11-24T12:00:00Z')

describe('the delivery', () => {
  const address = { line: 'Prøvelia 12', postalCode: '6800', city: 'Førde' }
  test.each<[Parameters<typeof deliveryText>[1], string]>([
    [
      { mode: 'henting', requestedDate: null, deliveryDate: '2026-11-26', address: null },
      'Hentes torsdag 26. november',
    ],
    [
      { mode: 'levering', requestedDate: '2026-11-26', deliveryDate: null, address },
      'Leveres ønsket torsdag 26. november',
    ],
    [{ mode: null, requestedDate: null, deliveryDate: null, address: null }, 'Ikke avtalt'],
    [null, 'Ikke avtalt'],
  ])('%#', (delivery, text) => expect(deliveryText(nb, delivery)).toBe(text))

  test('has an address of the parts that are given', () => {
    const delivery = { mode: 'levering' as const, requestedDate: null, deliveryDate: null, address }
    expect(addressText(delivery)).toBe('Prøvelia 12, 6800 Førde')
    expect(addressText({ ...delivery, address: { line: null, postalCode: ' ', city: 'Førde' } })).toBe('Førde')
    expect(addressText({ ...delivery, address: { line: '', postalCode: null, city: null } })).toBeNull()
    expect(addressText(null)).toBeNull()
  })
})

test('the progress names the sheet, the bent ones and those that wait for the customer', () => {
  const production = { bendingSheets: 7, bent: 4, waitingForCustomer: 0 }
  expect(progressText(nb, production, 3)).toBe('Seddel 3 av 7, 4 bøyd')
  expect(progressText(textsIn('en'), { ...production, waitingForCustomer: 2 }, null)).toBe(
    '7 sheets, 4 bent, 2 waiting for the customer',
  )
  expect(progressText(nb, null, 3)).toBeNull()
})

test('the approval says how long the customer has had the drawing, and how long the answer took', () => {
  const sentAt = '2026-11-21T12:00:00Z'
  const awaiting = { state: 'awaiting', sentAt, decidedAt: null, comment: null }
  expect(approvalText(nb, awaiting, nowMs)).toBe('Kunden har hatt tegningen i 3 døgn (sendt 12:00)')
  expect(approvalText(nb, { ...awaiting, sentAt: null }, nowMs)).toBe('awaiting')
  const decidedAt = '2026-11-21T17:00:00Z'
  expect(approvalText(nb, { ...awaiting, state: 'approved', decidedAt }, nowMs)).toBe(
    'Godkjent 17:00, 5 timer etter at den ble sendt',
  )
})

test('files are named by kind and place, never by a name from outside', () => {
  const files = ['foto', 'tegning', 'foto', 'ukjent'].map((kind, index) => ({ id: String(index), kind }))
  expect([...fileNames(nb, files).values()]).toEqual(['Bilde 1', 'Tegning 1', 'Bilde 2', 'Vedlegg 1'])
  expect([300, 48_000, 2_340_000].map((bytes) => sizeText(nb, bytes))).toEqual([
    '1\u00a0kB',
    '48\u00a0kB',
    '2,3\u00a0MB',
  ])
})

describe('the sentence about old papers', () => {
  const order = {
    numberDisplay: 'T-000004',
    status: 'i_arbeid',
    statusLabel: 'I arbeid',
    customer: null,
    projectNo: null,
    orderer: null,
    customerPo: null,
    title: null,
    note: null,
    delivery: null,
    stickerNumbers: [],
    attachments: [],
    version: 1,
    production: null,
  }
  const fresh = { problem: null, isReading: false, order, readAt: '2026-11-24T11:00:00Z' }
  test('is absent while the papers are as the service has them', () => expect(stateText(nb, fresh, nowMs)).toBeNull())
  test('names the reason and the age', () =>
    expect(stateText(nb, { ...fresh, problem: 'offline' }, nowMs)).toBe(
      'Ordren kunne ikke hentes: ingen forbindelse. Opplysningene er 1 time gamle.',
    ))
  test('names the missing scope, with or without stored papers', () => {
    const sentence = stateText(nb, { ...fresh, problem: 'scope_missing' }, nowMs)
    expect(sentence).toMatch(/orders:read/)
    expect(stateText(nb, { problem: 'scope_missing', isReading: false, order: null, readAt: null }, nowMs)).toBe(
      sentence,
    )
  })
  test('says that the order is being fetched', () =>
    expect(stateText(nb, { problem: null, isReading: true, order: null, readAt: null }, nowMs)).toBe('Henter ordren …'))
})

test('a machine that is not in use is not offered, unless it is the chosen one', () => {
  const machines = [
    { id: 'a', active: true },
    { id: 'b', active: false },
  ]
  expect(offeredMachines(machines, null).map(({ id }) => id)).toEqual(['a'])
  expect(offeredMachines(machines, 'b').map(({ id }) => id)).toEqual(['a', 'b'])
})
