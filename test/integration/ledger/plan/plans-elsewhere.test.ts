// A planner's choices in a real store beside those of another station: which one applies after a clock was ahead, and what an undo restores.
import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import * as z from 'zod'
import { hourMs, minuteMs } from '../../../../shared/base/durations.ts'
import { openLedger, type ChoiceElsewhere, type Ledger, type NewChoice } from '../../../../src-main/ledger/index.ts'
import { nothingElsewhere } from '../../../../src-main/ledger/store/index.ts'
import { sentProgram } from '../../../fixtures/sent-program.ts'
import { manualClock, type ManualClock } from '../../../manual-clock.ts'

const sheetId = '5f0d7c2e-2f4f-4a53-9d58-0d1a8f7f7a02'
const date = '2026-11-24'
const chosen: NewChoice = {
  sheetId,
  drawingHash: 'ab'.repeat(32),
  pressBrakeId: null,
  machine: null,
  rank: null,
  pinned: false,
  drawingVersion: 1,
  split: null,
}

let clock: ManualClock
let ledger: Ledger
/** The choice of the other station that applies; null: it made none. */
let other: ChoiceElsewhere | null
beforeEach(() => {
  clock = manualClock()
  other = null
  const folder = mkdtempSync(join(inject('sharedFolder'), 'plans-'))
  const elsewhere = { ...nothingElsewhere, choiceOf: () => other, newestChoiceMs: () => other?.chosenAtMs ?? 0 }
  ledger = openLedger({ folder, clock, elsewhere })
})
afterEach(() => ledger.close())

const chooseElsewhere = (machine: string): void => {
  other = { ...chosen, key: `n ${machine}`, machine, date, chosenAtMs: clock.now() }
}
const choose = (machine: string): void => {
  ledger.plans.put([{ ...chosen, machine }], { date, operatorId: null })
}
const machineNow = (): string | null | undefined => ledger.plans.of(sheetId)?.machine
const undo = () => ledger.plans.undo(date, ledger.plans.lastAct(date)?.id ?? '', null)
const storedPlan = z.object({ momentMs: z.int().optional(), over: z.string().optional() })
const storedChoices = () =>
  ledger.shareable
    .choices(0, 0, 10)
    .map(({ plan, chosenAtMs: rowMs }) => ({ rowMs, ...storedPlan.parse(JSON.parse(plan)) }))
/** The moment of each choice, as the mirror shares it. */
const sharedMoments = (): number[] => storedChoices().map(({ rowMs, momentMs = rowMs }) => momentMs)

test('a choice of another station does not move the sheet whose program is in the controller, until it is released', () => {
  choose('here')
  const program = ledger.programs.put(sentProgram({ sheetId, drawingVersion: 1, drawingHash: chosen.drawingHash }))
  const note = (kind: 'verified' | 'released'): void =>
    ledger.programs.note({ programId: program.id, kind, counter: 7, counted: 0, operatorId: null, detail: null })
  note('verified')
  clock.advance(minuteMs)
  chooseElsewhere('elsewhere')
  expect(machineNow()).toBe('here')
  note('released')
  expect(machineNow()).toBe('elsewhere')
})

describe('after this station’s clock was an hour ahead', () => {
  beforeEach(() => {
    clock.step(hourMs)
    choose('ahead')
    clock.step(-hourMs)
  })

  test('a choice of another station applies, because the others ignore the one of that clock', () => {
    expect(machineNow()).toBe('ahead')
    chooseElsewhere('elsewhere')
    expect(machineNow()).toBe('elsewhere')
  })

  test('a new choice has the present moment for the others, and is the newest here', () => {
    choose('now')
    expect(machineNow()).toBe('now')
    expect(sharedMoments()).toEqual([clock.now() + hourMs, clock.now()])
    clock.step(minuteMs)
    choose('later')
    expect(sharedMoments().at(-1)).toBe(clock.now())
    expect(machineNow()).toBe('later')
  })

  test('each choice can be undone, one after the other', () => {
    choose('one')
    choose('two')
    expect(undo().ok).toBe(true)
    expect(machineNow()).toBe('one')
    expect(undo().ok).toBe(true)
    expect(machineNow()).toBe('ahead')
  })
})

test('a choice is later than the one that it replaces, whose clock is a minute ahead', () => {
  chooseElsewhere('elsewhere')
  if (other !== null) other = { ...other, chosenAtMs: clock.now() + minuteMs }
  choose('here')
  expect(sharedMoments()).toEqual([clock.now() + minuteMs + 1])
  expect(machineNow()).toBe('here')
})

test('a choice names the one of another station that it replaced, as long as that one applied', () => {
  choose('first')
  clock.step(minuteMs)
  chooseElsewhere('elsewhere')
  clock.step(minuteMs)
  choose('second')
  clock.step(minuteMs)
  // the other station's choice does not apply any longer
  choose('third')
  expect(storedChoices().map(({ over = null }) => over)).toEqual([null, 'n elsewhere', null])
})

describe('an undo', () => {
  test('restores the choice of another station that was replaced, and then the own one before it', () => {
    choose('first')
    clock.step(minuteMs)
    chooseElsewhere('elsewhere')
    clock.step(minuteMs)
    choose('second')
    // the choice of this station applies at both now
    other = null
    choose('third')
    expect(undo().ok).toBe(true)
    expect(machineNow()).toBe('second')
    expect(undo().ok).toBe(true)
    expect(machineNow()).toBe('elsewhere')
    // the other station's choice replaced the first one, which is therefore not undone
    expect(undo()).toEqual({ ok: false, error: { code: 'plan_changed' } })
  })

  test('restores it as a whole, with its place and pin', () => {
    chooseElsewhere('elsewhere')
    if (other !== null) other = { ...other, rank: 3, pinned: true, drawingVersion: 2 }
    clock.step(minuteMs)
    choose('here')
    other = null
    undo()
    expect(ledger.plans.of(sheetId)).toMatchObject({ machine: 'elsewhere', rank: 3, pinned: true, drawingVersion: 2 })
  })
})
