// A fault of one sheet, or of the computer's clock, delays no other mark: over HTTP against the real service, with replaced answers for
// the one sheet.
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { failed } from '../../../../shared/base/result.ts'
import type { Failure } from '../../../../shared/workshop-api/index.ts'
import type { DrainPorts, Sheet } from '../../../../src-main/ledger/index.ts'
import { stationWithService } from './station-with-service.ts'

let rig: Awaited<ReturnType<typeof stationWithService>>
beforeEach(async () => {
  rig = await stationWithService()
})
afterEach(() => rig.close())

const failing = (failure: Failure) => Promise.resolve(failed(failure))
const portal: Failure = { kind: 'not_the_service', status: 302, message: 'a redirect, which is never followed' }
const refusedFor = (ms: number): Failure => ({ kind: 'rate_limited', untilMs: rig.clock.now() + ms, wholeDay: false })

/** The service, with other answers for these sheets. */
const strangeFor = (ids: ReadonlySet<string>): Partial<DrainPorts> => ({
  report: (report) => (ids.has(report.sheetId) ? failing(portal) : rig.ports.report(report)),
  readSheet: (id, signal) => (ids.has(id) ? failing(portal) : rig.ports.readSheet(id, signal)),
})
const marked = async (count: number): Promise<Sheet[]> => {
  const sheets = await rig.sheets(count)
  for (const sheet of sheets) rig.mark(sheet)
  rig.holdOver()
  return sheets
}

describe('sheets whose calls are answered by something that is not the service', () => {
  test.each([1, 4])('%i of them delay no other mark, and are delivered when it is over', async (count) => {
    const sheets = await rig.sheets(count)
    const ids = new Set(sheets.map(({ id }) => id))
    await rig.reopen(strangeFor(ids))
    for (const sheet of sheets) rig.mark(sheet)
    rig.holdOver()
    await rig.queueBecomes('offline')
    for (const other of await marked(3)) await rig.becomesInTime(other, 'delivered')
    // as at the next start, with the failing sheet first
    await rig.reopen(strangeFor(ids))
    for (const other of await marked(3)) await rig.becomesInTime(other, 'delivered')
    for (const sheet of sheets) expect(rig.stateOf(sheet)).toMatch(/queued|unknown/)
    ids.clear()
    for (const sheet of sheets) await rig.becomesInTime(sheet, 'delivered')
  })
})

describe('a clock that is set back', () => {
  test('while a mark waits for a limit does not lengthen the wait', async () => {
    let refuse = true
    await rig.reopen({ report: (report) => (refuse ? failing(refusedFor(20_000)) : rig.ports.report(report)) })
    const [sheet] = await marked(1)
    if (sheet === undefined) throw new Error('no sheet was made')
    await rig.becomes(sheet, 'waiting')
    refuse = false
    rig.clock.step(-6 * 3_600_000)
    rig.clock.advance(20_000)
    await rig.becomes(sheet, 'delivered')
    expect(rig.stateOf(sheet)).toBe('delivered')
  })
})
