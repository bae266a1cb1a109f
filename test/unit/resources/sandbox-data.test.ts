// The data of the sandbox is complete, matches the schemas of the contract, and equals the output of its script.
import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import type { Vertex } from '../../../shared/workshop-api/index.ts'
import { orderStatuses, pressBrake } from '../../../shared/workshop-api/index.ts'
import { approvalState, piece, profile, unfolding } from '../../../shared/workshop-api/resources/bending-sheet.ts'

const folder = fileURLToPath(new URL('../../../resources/sandbox/', import.meta.url))
const read = (name: string): unknown => JSON.parse(readFileSync(`${folder}${name}`, 'utf8'))

const template = z.strictObject({
  key: z.string().regex(/^[a-z0-9_-]+$/),
  day: z.enum(['today', 'next', 'spare', 'past']),
  brake: z.enum(['press-brake-1', 'press-brake-2', 'folder-1']).nullable(),
  orderKey: z.string(),
  approval: approvalState,
  bent: z.boolean(),
  note: z.string().nullable(),
  quantity: z.int(),
  lengthMm: z.number(),
  pieces: z.array(piece).min(1),
  profile,
  unfolding,
})
const sheets = z.object({ sheets: z.array(template) }).parse(read('sheets.json')).sheets
const live = sheets.filter((sheet) => sheet.day === 'today' || sheet.day === 'next')

const wrong = z
  .object({
    sheets: z.array(
      z.object({
        key: z.string(),
        trueWidthMm: z.number(),
        writtenWidthMm: z.number(),
        trueBendPositionsMm: z.array(z.number()),
        writtenBendPositionsMm: z.array(z.number()),
      }),
    ),
  })
  .parse(read('deliberately-wrong.json')).sheets

const keyed = z.looseObject({ key: z.string() })
const workshop = z
  .object({
    organization: z.looseObject({ shopSlug: z.string() }),
    pressBrakes: z.array(pressBrake.omit({ id: true }).extend({ key: z.string() })),
    customers: z.array(keyed.extend({ orgNr: z.string(), email: z.string() })),
    products: z.array(keyed),
    agreements: z.array(keyed.extend({ status: z.string(), customerKey: z.string(), positions: z.array(keyed) })),
    library: z.array(keyed),
    orders: z.array(
      keyed.extend({
        customerKey: z.string(),
        status: z.enum(orderStatuses),
        agreementKey: z.string().nullable(),
        lines: z.array(z.looseObject({ productKey: z.string().nullable(), positionKey: z.string().nullable() })),
      }),
    ),
  })
  .parse(read('workshop.json'))

/** Twice the signed area of the corners: above 0 if they are counter-clockwise. */
function turning(outline: readonly Vertex[]): number {
  return outline.reduce((sum, corner, index) => {
    const next = outline[(index + 1) % outline.length] ?? corner
    return sum + corner.x * next.y - next.x * corner.y
  }, 0)
}

const present = (values: readonly (string | null)[]) => values.filter((value) => value !== null)

const keys = (records: readonly { key: string }[]) => new Set(records.map((record) => record.key))

const box = (outline: readonly Vertex[]) => ({
  left: Math.min(...outline.map((corner) => corner.x)),
  low: Math.min(...outline.map((corner) => corner.y)),
  right: Math.max(...outline.map((corner) => corner.x)),
  high: Math.max(...outline.map((corner) => corner.y)),
})

describe('the sheets of the sandbox', () => {
  test('fill today and the next working day, with spares for the days after', () => {
    expect(live.length).toBeGreaterThanOrEqual(60)
    expect(live.filter((sheet) => sheet.day === 'next').length).toBeGreaterThanOrEqual(20)
    expect(sheets.filter((sheet) => sheet.day === 'spare').length).toBeGreaterThanOrEqual(12)
    expect(new Set(sheets.map((sheet) => sheet.key)).size).toBe(sheets.length)
  })

  test('include at least ten flashing families, on every machine', () => {
    expect(new Set(live.map((sheet) => sheet.profile.family)).size).toBeGreaterThanOrEqual(10)
    expect(new Set(live.map((sheet) => sheet.brake))).toEqual(
      new Set([null, 'press-brake-1', 'press-brake-2', 'folder-1']),
    )
  })

  test('include each kind of hem, left and right pieces, tapered and mitred pieces, and several lengths', () => {
    const hems = new Set(live.flatMap((sheet) => sheet.profile.bends.map((bend) => bend.hem)))
    expect(hems).toEqual(new Set([null, 'closed', 'open', 'teardrop']))
    const hands = (sheet: (typeof live)[number]) => new Set(sheet.pieces.map((one) => one.hand))
    expect(live.filter((sheet) => hands(sheet).has('left') && hands(sheet).has('right')).length).toBeGreaterThanOrEqual(
      3,
    )
    const tapered = live.filter((sheet) => sheet.profile.flanges.some((flange) => flange.endLengthMm !== null))
    expect(tapered.length).toBeGreaterThanOrEqual(3)
    for (const sheet of tapered)
      expect(sheet.unfolding.bendLines.every((line) => line.endPositionMm !== null)).toBe(true)
    expect(live.some((sheet) => sheet.pieces.some((one) => one.endLengthMm !== null))).toBe(true)
    const lengths = live.filter((sheet) => new Set(sheet.pieces.map((one) => one.lengthMm)).size > 1)
    expect(lengths.length).toBeGreaterThanOrEqual(10)
  })

  test.each(sheets.map((sheet) => [sheet.key, sheet] as const))(
    '%s has consistent figures and a valid outline',
    (_, sheet) => {
      expect(sheet.quantity).toBe(sheet.pieces.reduce((sum, one) => sum + one.quantity, 0))
      expect(sheet.lengthMm).toBe(Math.max(...sheet.pieces.map((one) => one.lengthMm)))
      expect(sheet.unfolding.lengthMm).toBe(sheet.lengthMm)
      expect(sheet.profile.bends.length).toBe(sheet.profile.flanges.length - 1)
      expect(sheet.unfolding.bendLines.map((line) => [line.bend, line.angleDeg, line.direction])).toEqual(
        sheet.profile.bends.map((bend, index) => [index, Math.abs(bend.angleDeg), bend.angleDeg > 0 ? 'up' : 'down']),
      )
      const width = sheet.unfolding.widthMm
      expect(box(sheet.unfolding.outline)).toEqual({ left: 0, low: 0, right: width, high: sheet.lengthMm })
      expect(turning(sheet.unfolding.outline)).toBeGreaterThan(0)
      for (const one of sheet.pieces.filter((candidate) => candidate.lengthMm !== sheet.lengthMm)) {
        expect(box(one.outline ?? [])).toEqual({ left: 0, low: 0, right: width, high: one.lengthMm })
        expect(turning(one.outline ?? [])).toBeGreaterThan(0)
      }
    },
  )

  test('are deliberately wrong in exactly five live places, each by more than the station’s tolerance', () => {
    expect(wrong).toHaveLength(5)
    for (const entry of wrong) {
      const sheet = live.find((candidate) => candidate.key === entry.key)
      expect(sheet?.unfolding.widthMm).toBe(entry.writtenWidthMm)
      expect(sheet?.unfolding.bendLines.map((line) => line.positionMm)).toEqual(entry.writtenBendPositionsMm)
      const off = entry.trueBendPositionsMm.map((mm, index) =>
        Math.abs(mm - (entry.writtenBendPositionsMm[index] ?? 0)),
      )
      expect(Math.max(...off, Math.abs(entry.trueWidthMm - entry.writtenWidthMm))).toBeGreaterThanOrEqual(0.6)
    }
  })

  test('equal the output of their script byte for byte', () => {
    const check = spawnSync('python3', [`${folder}make_sheets.py`, '--check'], { encoding: 'utf8' })
    expect([check.status, check.stderr]).toEqual([0, ''])
  })

  test('agree with published figures and figures computed by hand', () => {
    const figures = execFileSync(
      'python3',
      [
        '-B',
        '-c',
        'from bend_allowance import *; print(din_deduction(120, 6, 5), 2 * din_deduction(90, 1, 1), din_deduction(14.9, 1, 1), k_deduction(90, 17, 3, .5))',
      ],
      { cwd: folder, encoding: 'utf8' },
    )
    const [steep, pair, shallow, thick] = figures.trim().split(' ').map(Number)
    expect(steep).toBeCloseTo(5.823, 3)
    expect(120 - (pair ?? 0)).toBeCloseTo(116.16, 2)
    expect(shallow).toBe(0)
    expect(thick).toBeCloseTo(10.94, 2)
  })
})

describe('the sandbox', () => {
  test('has three machines one of them a folding machine, ten customers, sixteen products and one agreement', () => {
    expect(workshop.pressBrakes.map((brake) => brake.kind).toSorted()).toEqual(['folder', 'press_brake', 'press_brake'])
    expect(workshop.customers).toHaveLength(10)
    expect(workshop.products).toHaveLength(16)
    expect(workshop.agreements.map((agreement) => agreement.status)).toEqual(['aktiv'])
  })

  test('has twenty orders in all eight statuses, whose keys all exist', () => {
    expect(workshop.orders).toHaveLength(20)
    expect(new Set(workshop.orders.map((order) => order.status))).toEqual(new Set(orderStatuses))
    const customers = keys(workshop.customers)
    const products = keys(workshop.products)
    const positions = keys(workshop.agreements.flatMap((agreement) => agreement.positions))
    const agreements = keys(workshop.agreements)
    const lines = workshop.orders.flatMap((order) => order.lines)
    expect(customers).toEqual(new Set(workshop.orders.map((order) => order.customerKey)))
    expect([...products]).toEqual(expect.arrayContaining(present(lines.map((line) => line.productKey))))
    expect([...positions]).toEqual(expect.arrayContaining(present(lines.map((line) => line.positionKey))))
    expect([...agreements]).toEqual(expect.arrayContaining(present(workshop.orders.map((order) => order.agreementKey))))
  })

  test('has live sheets on at least nine running orders, and only bent sheets on finished orders', () => {
    const status = new Map(workshop.orders.map((order) => [order.key, order.status]))
    const onOrders = (statuses: readonly string[]) =>
      sheets.filter((sheet) => statuses.includes(status.get(sheet.orderKey) ?? ''))
    const running = onOrders(['mottatt', 'i_arbeid'])
    const finished = onOrders(['klar', 'levert', 'fakturert', 'betalt'])
    expect(running.length + finished.length).toBe(sheets.length)
    expect(running).toEqual(sheets.filter((sheet) => sheet.day !== 'past'))
    expect(finished.filter((sheet) => !sheet.bent)).toEqual([])
    expect(new Set(live.map((sheet) => sheet.orderKey)).size).toBeGreaterThanOrEqual(9)
    expect(live.filter((sheet) => sheet.bent)).not.toHaveLength(0)
  })
})
