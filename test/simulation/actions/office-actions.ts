// What people in the workshop's office do, through the service's own administration.
import { Refusal } from '../../../src-service/store/refusal.ts'
import type { Action, Simulated } from './action.ts'
import type { Random } from '../random.ts'

/** The service may refuse an action of the office, as it may refuse anybody's. Returns the refusal. */
function refusalOf(act: () => unknown): string | null {
  try {
    act()
    return null
  } catch (error) {
    if (error instanceof Refusal) return `refused: ${error.message}`
    throw error
  }
}
const describe = (what: string, refused: string | null): string => (refused === null ? what : `${what}: ${refused}`)

const sheetsHere = (world: Simulated) => world.workshop.sheets().filter(({ removed }) => removed === 0)

/** Prefers a sheet that was just marked. */
const sheetOf = (world: Simulated, random: Random) => {
  const sheets = sheetsHere(world)
  const markedSheetIds = new Set(world.stations.flatMap(({ ticks }) => ticks.slice(-3).map(({ sheetId }) => sheetId)))
  const hot = sheets.filter(({ id }) => markedSheetIds.has(id))
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
  office('draw again', 5, (world, random) => {
    const reportedSheets = sheetsHere(world).filter(({ id }) => world.reportedWrong.has(id))
    const sheet = reportedSheets.length > 0 && random.chance(0.7) ? random.pick(reportedSheets) : sheetOf(world, random)
    if (sheet === null) return null
    const pieces = piecesOf(world, sheet.id).map((piece, index) =>
      index === 0 ? { ...piece, quantity: piece.quantity + 1 } : piece,
    )
    return describe(
      `new drawing of ${sheet.id}`,
      refusalOf(() => world.workshop.admin().sheets.change(sheet.id, { pieces })),
    )
  }),
  office('draw the same', 3, (world, random) => {
    const sheet = sheetOf(world, random)
    if (sheet === null) return null
    const pieces = piecesOf(world, sheet.id)
    return describe(
      `same drawing of ${sheet.id}`,
      refusalOf(() => world.workshop.admin().sheets.change(sheet.id, { pieces })),
    )
  }),
  office('draw the same and ask for approval', 3, (world, random) => {
    const sheet = sheetOf(world, random)
    if (sheet === null) return null
    const pieces = piecesOf(world, sheet.id)
    const refusalCode = refusalOf(() => {
      world.workshop.admin().sheets.change(sheet.id, { pieces })
      world.workshop.admin().sheets.requestApproval(sheet.id)
    })
    return describe(`same drawing of ${sheet.id}, and approval asked for`, refusalCode)
  }),
  office('change the note', 2, (world, random) => {
    const sheet = sheetOf(world, random)
    if (sheet === null) return null
    const note = `merknad ${random.below(1_000)}`
    return describe(
      `note on ${sheet.id}`,
      refusalOf(() => world.workshop.admin().sheets.change(sheet.id, { note })),
    )
  }),
  office('ask for approval', 3, (world, random) => {
    const sheet = sheetOf(world, random)
    if (sheet === null) return null
    return describe(
      `approval asked for ${sheet.id}`,
      refusalOf(() => world.workshop.admin().sheets.requestApproval(sheet.id)),
    )
  }),
  office('decide approval', 3, (world, random) => {
    const waitingSheets = sheetsHere(world).filter(({ approval }) => approval === 'awaiting')
    if (waitingSheets.length === 0) return null
    const { id } = random.pick(waitingSheets)
    const decision = random.chance(0.7) ? 'approved' : 'change_requested'
    return describe(
      `${decision} ${id}`,
      refusalOf(() => world.workshop.admin().sheets.decideApproval(id, decision)),
    )
  }),
  office('rework', 4, (world, random) => {
    const bent = sheetsHere(world).filter(({ bent }) => bent === 1)
    if (bent.length === 0) return null
    const sheetsToRework = new Set(world.stations.flatMap((station) => station.sheetsIn('rework_wanted')))
    const toRework = bent.filter((sheet) => sheetsToRework.has(sheet.id))
    const { id } = random.pick(toRework.length > 0 && random.chance(0.7) ? toRework : bent)
    return describe(
      `rework of ${id}`,
      refusalOf(() => world.workshop.admin().sheets.rework(id)),
    )
  }),
  office('cancel an order', 0.5, (world, random) => {
    const sheet = sheetOf(world, random)
    if (sheet === null) return null
    const { order: numberDisplay } = sheet
    return describe(
      `${numberDisplay} cancelled`,
      refusalOf(() => world.workshop.admin().orders.cancel(numberDisplay)),
    )
  }),
  office('forward an order', 0.5, (world, random) => {
    const sheet = sheetOf(world, random)
    if (sheet === null) return null
    const { order: numberDisplay } = sheet
    return describe(
      `${numberDisplay} forwarded`,
      refusalOf(() => world.workshop.admin().orders.forward(numberDisplay, 'Nabo')),
    )
  }),
  office('move a sheet', 2, (world, random) => {
    const sheet = sheetOf(world, random)
    if (sheet === null) return null
    const pressBrake = random.pick([null, 'Kantpresse 1'])
    return describe(
      `${sheet.id} moved`,
      refusalOf(() => world.workshop.admin().sheets.move(sheet.id, { pressBrake })),
    )
  }),
  office('add sheets', 5, (world, random) => {
    if (sheetsHere(world).filter(({ bent }) => bent === 0).length > 10) return null
    return describe(
      'sheets added',
      refusalOf(() => world.workshop.admin().makeSheets({ count: 1 + random.below(3), approved: true })),
    )
  }),
  office('revoke the key', 0.6, (world, random) => {
    const { name } = random.pick(world.stations)
    return describe(
      `key of ${name} revoked`,
      refusalOf(() => world.workshop.admin().revokeKey(name)),
    )
  }),
  office('switch the module', 0.5, (world, random) => {
    const isOn = random.chance(0.6)
    return describe(
      `module ${isOn ? 'on' : 'off'}`,
      refusalOf(() => world.workshop.admin().switchModule('produksjon', isOn)),
    )
  }),
  office('back the service up', 2, (world, random) => {
    // a sheet that was reworked and marked before is verified after a restore, too
    const bent = sheetsHere(world).filter(({ bent }) => bent === 1)
    const sheet = bent.length > 0 && random.chance(0.6) ? random.pick(bent) : null
    if (sheet !== null) refusalOf(() => world.workshop.admin().sheets.rework(sheet.id))
    world.workshop.backUp()
    return `the service was backed up${sheet === null ? '' : ` after a rework of ${sheet.id}`}`
  }),
  office('move the service’s clock', 0.5, (world, random) => {
    const seconds = random.pick([-90, -20, 20, 90, 400])
    world.clockMoved()
    return describe(
      `the service's clock moves ${seconds} s`,
      refusalOf(() => world.workshop.admin().advanceClock(seconds)),
    )
  }),
]
