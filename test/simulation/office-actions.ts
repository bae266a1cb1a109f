// What people in the workshop's office do, through the service's own desk.
import { Refusal } from '../../src-service/store/refusal.ts'
import type { Action, Simulated } from './action.ts'
import type { Random } from './random.ts'

/** What the office does may be refused, as any person's may. */
function tried(act: () => unknown): string | null {
  try {
    act()
    return null
  } catch (error) {
    if (error instanceof Refusal) return `refused: ${error.message}`
    throw error
  }
}
const said = (what: string, refused: string | null): string => (refused === null ? what : `${what}: ${refused}`)

const sheetsHere = (world: Simulated) => world.workshop.sheets().filter(({ gone }) => gone === 0)

/** One that somebody has just marked, rather than any. */
const sheetOf = (world: Simulated, random: Random) => {
  const sheets = sheetsHere(world)
  const marked = new Set(world.stations.flatMap(({ ticks }) => ticks.slice(-3).map(({ sheetId }) => sheetId)))
  const hot = sheets.filter(({ id }) => marked.has(id))
  const from = hot.length > 0 && random.chance(0.7) ? hot : sheets
  return from.length === 0 ? null : random.pick(from)
}

const piecesOf = (world: Simulated, id: string) => world.workshop.sheet(id)?.pieces ?? []

const office = (name: string, weight: number, act: (world: Simulated, random: Random) => string | null): Action => ({
  name,
  weight,
  act: (world, random) => (world.workshop.isUp() ? act(world, random) : null),
})

export const officeActions: readonly Action[] = [
  office('draw anew', 5, (world, random) => {
    const reported = sheetsHere(world).filter(({ id }) => world.reportedWrong.has(id))
    const sheet = reported.length > 0 && random.chance(0.7) ? random.pick(reported) : sheetOf(world, random)
    if (sheet === null) return null
    const pieces = piecesOf(world, sheet.id).map((piece, at) =>
      at === 0 ? { ...piece, quantity: piece.quantity + 1 } : piece,
    )
    return said(
      `new drawing of ${sheet.id}`,
      tried(() => world.workshop.desk().sheets.change(sheet.id, { pieces })),
    )
  }),
  office('draw the same', 3, (world, random) => {
    const sheet = sheetOf(world, random)
    if (sheet === null) return null
    const pieces = piecesOf(world, sheet.id)
    return said(
      `same drawing of ${sheet.id}`,
      tried(() => world.workshop.desk().sheets.change(sheet.id, { pieces })),
    )
  }),
  office('draw the same and ask for approval', 3, (world, random) => {
    const sheet = sheetOf(world, random)
    if (sheet === null) return null
    const pieces = piecesOf(world, sheet.id)
    const refused = tried(() => {
      world.workshop.desk().sheets.change(sheet.id, { pieces })
      world.workshop.desk().sheets.askApproval(sheet.id)
    })
    return said(`same drawing of ${sheet.id}, and approval asked for`, refused)
  }),
  office('change the note', 2, (world, random) => {
    const sheet = sheetOf(world, random)
    if (sheet === null) return null
    const note = `merknad ${random.below(1_000)}`
    return said(
      `note on ${sheet.id}`,
      tried(() => world.workshop.desk().sheets.change(sheet.id, { note })),
    )
  }),
  office('ask for approval', 3, (world, random) => {
    const sheet = sheetOf(world, random)
    if (sheet === null) return null
    return said(
      `approval asked for ${sheet.id}`,
      tried(() => world.workshop.desk().sheets.askApproval(sheet.id)),
    )
  }),
  office('decide approval', 3, (world, random) => {
    const waiting = sheetsHere(world).filter(({ approval }) => approval === 'awaiting')
    if (waiting.length === 0) return null
    const { id } = random.pick(waiting)
    const decision = random.chance(0.7) ? 'approved' : 'change_requested'
    return said(
      `${decision} ${id}`,
      tried(() => world.workshop.desk().sheets.decideApproval(id, decision)),
    )
  }),
  office('rework', 4, (world, random) => {
    const bent = sheetsHere(world).filter(({ bent }) => bent === 1)
    if (bent.length === 0) return null
    const wanted = new Set(world.stations.flatMap((station) => station.sheetsIn('rework_wanted')))
    const asked = bent.filter((sheet) => wanted.has(sheet.id))
    const { id } = random.pick(asked.length > 0 && random.chance(0.7) ? asked : bent)
    return said(
      `rework of ${id}`,
      tried(() => world.workshop.desk().sheets.rework(id)),
    )
  }),
  office('cancel an order', 0.5, (world, random) => {
    const sheet = sheetOf(world, random)
    if (sheet === null) return null
    const { order: numberDisplay } = sheet
    return said(
      `${numberDisplay} cancelled`,
      tried(() => world.workshop.desk().orders.cancel(numberDisplay)),
    )
  }),
  office('forward an order', 0.5, (world, random) => {
    const sheet = sheetOf(world, random)
    if (sheet === null) return null
    const { order: numberDisplay } = sheet
    return said(
      `${numberDisplay} forwarded`,
      tried(() => world.workshop.desk().orders.forward(numberDisplay, 'Nabo')),
    )
  }),
  office('move a sheet', 2, (world, random) => {
    const sheet = sheetOf(world, random)
    if (sheet === null) return null
    const pressBrake = random.pick([null, 'Kantpresse 1'])
    return said(
      `${sheet.id} moved`,
      tried(() => world.workshop.desk().sheets.move(sheet.id, { pressBrake })),
    )
  }),
  office('add sheets', 5, (world, random) => {
    if (sheetsHere(world).filter(({ bent }) => bent === 0).length > 10) return null
    return said(
      'sheets added',
      tried(() => world.workshop.desk().makeSheets({ count: 1 + random.below(3), approved: true })),
    )
  }),
  office('revoke the key', 0.6, (world, random) => {
    const { name } = random.pick(world.stations)
    return said(
      `key of ${name} revoked`,
      tried(() => world.workshop.desk().revokeKey(name)),
    )
  }),
  office('switch the module', 0.5, (world, random) => {
    const on = random.chance(0.6)
    return said(
      `module ${on ? 'on' : 'off'}`,
      tried(() => world.workshop.desk().switchModule('produksjon', on)),
    )
  }),
  office('back the service up', 2, (world, random) => {
    // what was reworked and marked before is looked up after a restore, too
    const bent = sheetsHere(world).filter(({ bent }) => bent === 1)
    const sheet = bent.length > 0 && random.chance(0.6) ? random.pick(bent) : null
    if (sheet !== null) tried(() => world.workshop.desk().sheets.rework(sheet.id))
    world.workshop.backUp()
    return `the service was backed up${sheet === null ? '' : ` after a rework of ${sheet.id}`}`
  }),
  office('move the service’s clock', 0.5, (world, random) => {
    const seconds = random.pick([-90, -20, 20, 90, 400])
    world.clockMoved()
    return said(
      `the service's clock moves ${seconds} s`,
      tried(() => world.workshop.desk().advanceClock(seconds)),
    )
  }),
]
