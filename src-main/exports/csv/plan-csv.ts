// The plan of a day as CSV: each sheet with its dates and brake, and each machine's answer with the text of its reasons. Pure.
import type { Result } from '../../../shared/base/result.ts'
import { fit, fitInWords, type Fit } from '../../../shared/bending/fit/index.ts'
import { stationText, type Refusal } from '../../../shared/bending/index.ts'
import {
  checkText,
  validateSheet,
  unlessItThrows,
  type DrawnSheet,
  type PrintedCheck,
  type PrintedPlan,
} from '../../../shared/drawing/files.ts'
import {
  fitInOrder,
  isDoneState,
  asMade,
  minutesOfSheet,
  orderInWords,
  orderReasons,
  sheetWork,
  workInOrder,
  type Split,
} from '../../../shared/planning/index.ts'
import { machineKeyOf, type EntryView, type OrderAnswer } from '../../../shared/station-api/index.ts'
import { drawingTextsIn } from '../draw-files.ts'
import type { ExportTexts } from '../export-texts.ts'
import type { Cell } from './csv-file.ts'
import {
  brakeName,
  orderOf,
  stateOf,
  tableOf,
  type Column,
  type Day,
  type Equipment,
  type Orders,
} from './day-tables.ts'

export interface PlannedSheets {
  /** The sheets in the store, by id. */
  readonly sheets: ReadonlyMap<string, DrawnSheet>
  /** The sheets whose flat pattern differs, by id. */
  readonly checks: ReadonlyMap<string, PrintedCheck>
  /** The planned orders of bends. */
  readonly orders: Orders
  /** The bend plans at the planned machines, by the id of the sheet. */
  readonly plans: ReadonlyMap<string, Pick<PrintedPlan, 'stations'>>
}

export function planTable(
  day: Day,
  equipment: Equipment,
  { sheets, checks, orders, plans }: PlannedSheets,
  texts: ExportTexts,
): Cell[][] {
  const { say, word, language } = texts
  const splits = new Map(day.plan?.sheets.map(({ sheetId, split }) => [sheetId, split]))
  const answers = new Map(
    day.lines.map(({ entry: { sheetId } }) => [
      sheetId,
      answersOf(sheets.get(sheetId), splits.get(sheetId) ?? null, equipment, orders, texts),
    ]),
  )
  const answer = ({ entry }: EntryView, machine: number): Answer | undefined =>
    answers.get(entry.sheetId)?.machines[machine]
  const places = placesOn(day, sheets, orders)
  const placeOf = ({ entry }: EntryView): Place | undefined => places.get(entry.sheetId)
  const column = (name: string, cell: Column['cell']): Column => ({ heading: say(`csv.${name}`), cell })
  const columns: Column[] = [
    column('position', ({ entry }) => entry.position),
    column('order', ({ entry }) => entry.orderNumber),
    column('sheet', ({ entry }) => entry.sheetNo),
    column('title', ({ entry }) => entry.title),
    column('state', (line) => word('state', stateOf(line))),
    column('due', ({ entry }) => entry.dueDate),
    column('planned', ({ entry }) => entry.plannedDate),
    column('brake', ({ entry }) => brakeName(day, entry.pressBrakeId)),
    column('plan_machine', (line) => placeOf(line)?.machine ?? null),
    column('plan_place', (line) => placeOf(line)?.place ?? null),
    column('plan_minutes', (line) => placeOf(line)?.minutes ?? null),
    column('plan_lengths', ({ entry }) => lengthsIn(splits.get(entry.sheetId), texts)),
    ...(day.plan?.isShared === true
      ? []
      : [column('plan_local', (line) => (placeOf(line)?.isLocal === true ? say('csv.answer.yes') : null))]),
    column('set_up', ({ entry }) => setUpIn(plans.get(entry.sheetId), texts)),
    ...equipment.machines.flatMap(({ name: machine }, index): Column[] => [
      { heading: machine, cell: (line) => answer(line, index)?.word ?? null },
      { heading: say('csv.reasons', { machine }), cell: (line) => answer(line, index)?.why ?? null },
      { heading: say('csv.bend_order', { machine }), cell: (line) => answer(line, index)?.order ?? null },
    ]),
    column('flat_pattern', ({ entry }) => {
      const check = checks.get(entry.sheetId)
      return check === undefined ? null : `${say('check.title')}: ${checkText(check, drawingTextsIn(language))}`
    }),
    column('mind', ({ entry }) => answers.get(entry.sheetId)?.warnings ?? null),
  ]
  return tableOf(columns, inPlanOrder(day))
}

function inPlanOrder({ lines, plan }: Day): readonly EntryView[] {
  const positions = new Map(plan?.sheets.map(({ sheetId }, index) => [sheetId, index]))
  const positionOf = ({ entry }: EntryView): number => positions.get(entry.sheetId) ?? positions.size
  return lines.toSorted((a, b) => positionOf(a) - positionOf(b))
}

interface Place {
  readonly machine: string | null
  /** The position among the machine's remaining sheets, from 1; null for a finished sheet. */
  readonly place: number | null
  /** Whole pieces; null if the sheet is not in the store. */
  readonly minutes: number | null
  readonly isLocal: boolean
}

function placesOn({ plan, lines }: Day, sheets: PlannedSheets['sheets'], orders: Orders): ReadonlyMap<string, Place> {
  const states = new Map(lines.map((line) => [line.entry.sheetId, stateOf(line)]))
  const lastPlaces = new Map<string, number>()
  const places = new Map<string, Place>()
  for (const { sheetId, machine: key, isLocal, split } of plan?.sheets ?? []) {
    const state = states.get(sheetId)
    const machine = plan?.machines.find((one) => one.key === key)
    if (state === undefined) continue
    const place = (lastPlaces.get(key ?? '') ?? 0) + 1
    const isRemaining = !isDoneState(state)
    if (isRemaining) lastPlaces.set(key ?? '', place)
    const sheet = sheets.get(sheetId)
    const minutes =
      sheet === undefined || machine === undefined
        ? null
        : Math.round(
            minutesOfSheet(
              workInOrder(sheetWork(sheet, split), orderOf(orders, sheetId, key)),
              machine.times,
              machine.pace,
            ),
          )
    places.set(sheetId, {
      machine: machine?.name ?? null,
      place: isRemaining && machine !== undefined ? place : null,
      minutes,
      isLocal,
    })
  }
  return places
}

const lengthsIn = (split: Split | null | undefined, { figure }: ExportTexts): string | null =>
  split?.pieces.map(({ quantity, lengthMm }) => `${quantity} × ${figure(lengthMm)}`).join(' + ') ?? null

/** The stations to set up the table from; null: none are planned. */
const setUpIn = (plan: Pick<PrintedPlan, 'stations'> | undefined, { language }: ExportTexts): string | null =>
  plan === undefined || plan.stations.every(({ punchId }) => punchId === null)
    ? null
    : plan.stations.map((station, index) => stationText(station, index, language)).join(stationSeparator)

/** The parts of a station are separated by `separator`. */
const stationSeparator = ' | '

interface Answer {
  readonly word: string
  readonly why: string
  /** The planned order of bends; null: the sheet is not in the store. */
  readonly order: string | null
}

interface Answers {
  readonly machines: readonly Answer[]
  /** Warnings, for all machines. */
  readonly warnings: string
}

/** Several reasons in one cell, separated by a character that CSV does not use. */
const separator = ' · '

function answersOf(
  sheet: DrawnSheet | undefined,
  split: Split | null,
  equipment: Equipment,
  orders: Orders,
  texts: ExportTexts,
): Answers {
  if (sheet === undefined) return unknownTo(equipment, 'not_here', texts)
  const result = unlessItThrows(sheet.id, () => answersFor(sheet, split, equipment, orders, texts))
  return 'refused' in result ? unknownTo(equipment, 'failed', texts) : result.value
}

const unknownTo = ({ machines }: Equipment, code: 'not_here' | 'failed', { say }: ExportTexts): Answers => ({
  machines: machines.map(() => ({ word: say('csv.answer.unknown'), why: say(`export_refused.${code}`), order: null })),
  warnings: '',
})

function answersFor(
  sheet: DrawnSheet,
  split: Split | null,
  { machines, tables }: Equipment,
  orders: Orders,
  texts: ExportTexts,
): Answers {
  const { say, language } = texts
  const unknown = (why: string): Answer => ({ word: say('csv.answer.unknown'), why, order: null })
  const orderAt = (index: number): OrderAnswer | undefined => {
    const machine = machines[index]
    return machine === undefined ? undefined : orderOf(orders, sheet.id, machineKeyOf(machine))
  }
  const sound = validateSheet(sheet)
  const sheetAsMade = asMade(sheet, split)
  const fits = machines.map(({ machine }): Result<Fit, Refusal> =>
    sound.ok ? fit(sheetAsMade, machine, tables) : sound,
  )
  return {
    machines: fits.map((result, index) =>
      result.ok ? answerIn(result.value, orderAt(index), texts) : unknown(refusalInWords(result.error, texts)),
    ),
    warnings: warningsIn(fits, machines, language).join(separator),
  }
}

/** A warning of all machines is written once; any other warning with the names of its machines. */
function warningsIn(
  fits: readonly Result<Fit, Refusal>[],
  machines: Equipment['machines'],
  language: ExportTexts['language'],
): string[] {
  const warnedOn = new Map<string, string[]>()
  for (const [index, result] of fits.entries()) {
    const name = machines[index]?.name ?? ''
    for (const warning of result.ok ? result.value.warnings : []) {
      const sentence = fitInWords(warning, language)
      warnedOn.set(sentence, [...(warnedOn.get(sentence) ?? []), name])
    }
  }
  return [...warnedOn].map(([sentence, names]) =>
    names.length === machines.length ? sentence : `${names.join(', ')}: ${sentence}`,
  )
}

/** A machine on which no order of bends works answers no, with the reasons of the order. */
function answerIn({ fits, reasons }: Fit, order: OrderAnswer | undefined, { say, language }: ExportTexts): Answer {
  const codes = reasons.map(({ code }) => code)
  const inOrder = fitInOrder(fits === 'unknown' ? 'unknown' : fits ? 'yes' : 'no', codes, order)
  const ofOrder = order?.kind === 'impossible' ? orderReasons(order, language) : []
  const why = inOrder === 'yes' ? [] : [...ofOrder, ...reasons.map((reason) => fitInWords(reason, language))]
  return {
    word: say(`csv.answer.${inOrder}`),
    why: why.join(separator),
    order: order === undefined ? null : orderInWords(order, language),
  }
}

const refusalInWords = ({ code, field }: Refusal, { say, field: named }: ExportTexts): string =>
  say(`export_refused.${code}`, { field: named(field) })
