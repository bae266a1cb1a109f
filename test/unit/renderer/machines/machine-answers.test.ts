import { expect, test } from 'vitest'
import { machineAnswers, type MachineAnswers } from '../../../../src-renderer/machines/machine-answers.ts'
import { answerOf, reasonTexts } from '../../../../src-renderer/machines/machine-texts.ts'
import { shippedWorkshop } from '../../../end-to-end/screen/fake-station/shipped-workshop.ts'
import { idOf, sandboxSheets } from '../../../end-to-end/screen/fake-station/sandbox-day.ts'

const workshop = shippedWorkshop()

function sheetOf(key: string) {
  const sheet = [...sandboxSheets('today', '2026-11-23'), ...sandboxSheets('next', '2026-11-24')].find(
    ({ id }) => id === idOf(key),
  )
  if (sheet === undefined) throw new Error('there is such a sheet')
  return sheet
}

function answersFor(key: string, ownBrakeId: string | null = null, tables = workshop): MachineAnswers {
  const answers = machineAnswers(sheetOf(key), tables, ownBrakeId === null ? null : idOf(ownBrakeId))
  if (!answers.ok) throw new Error(answers.error.message)
  return answers.value
}

const namesOf = ({ machines }: MachineAnswers) => machines.map(({ machine }) => machine.name)

test('the machines are in the order of the workshop, with the own machine first', () => {
  expect(namesOf(answersFor('vindusbeslag-01'))).toEqual(['Kantpresse 1', 'Kantpresse 2', 'Knekkemaskin 1'])
  expect(namesOf(answersFor('vindusbeslag-01', 'folder-1'))).toEqual(['Knekkemaskin 1', 'Kantpresse 1', 'Kantpresse 2'])
})

test('each machine has its own answer and reasons', () => {
  expect(answersFor('parapetbeslag-05').machines.map(({ fit }) => [fit.fits, fit.reasons])).toEqual([
    [false, [{ code: 'too_long', params: { lengthMm: 4000, maxLengthMm: 3200 } }]],
    [false, [{ code: 'too_long', params: { lengthMm: 4000, maxLengthMm: 2050 } }]],
    [true, []],
  ])
})

test('a warning of every machine is listed once, the others with their machine', () => {
  const { warnings, machines } = answersFor('pipebeslag-04')
  expect(warnings.map(({ code }) => code)).toEqual(['tapered'])
  expect(machines.map(({ fit }) => fit.warnings.map(({ code }) => code))).toEqual([[], [], ['turn_over']])
})

test('a machine without a file is unknown', () => {
  const machines = workshop.machines.map((one) => ({ ...one, machine: null }))
  const { machines: answers } = answersFor('vindusbeslag-01', null, { ...workshop, machines })
  expect(answers.map(({ fit }) => [fit.fits, fit.reasons.map(({ code }) => code)])).toEqual(
    Array.from({ length: 3 }, () => ['unknown', ['machine_unknown']]),
  )
})

test('an invalid profile is refused by its field', () => {
  const sheet = sheetOf('vindusbeslag-01')
  const profile = { ...sheet.profile, thicknessMm: -1 }
  expect(machineAnswers({ ...sheet, profile }, workshop, null)).toMatchObject({
    ok: false,
    error: { field: 'profile.thicknessMm', code: 'not_positive' },
  })
})

test('without machines there are no answers and no warnings', () => {
  expect(answersFor('vindusbeslag-01', null, { ...workshop, machines: [] })).toEqual({ machines: [], warnings: [] })
})

test('a machine on which no order of bends works cannot bend the sheet, and says why', () => {
  const sheet = sheetOf('vindusbeslag-01')
  const [first] = workshop.machines
  const machine = first?.pressBrakeId ?? first?.name ?? ''
  const orders = [{ machine, order: { kind: 'impossible' as const, isOwn: false, reasons: [] } }]
  const answers = machineAnswers(sheet, workshop, null, orders)
  if (!answers.ok) throw new Error(answers.error.message)
  const [refusing, other] = answers.value.machines
  if (refusing === undefined || other === undefined) throw new Error('there are machines')
  expect([refusing.fit.fits, answerOf(refusing), reasonTexts({ language: 'en' }, refusing)]).toEqual([
    true,
    'no',
    ['no order works'],
  ])
  expect(answerOf(other)).toBe('yes')
})
