// The station is killed, as by the task manager or a power cut: every tick that was shown is a mark afterwards.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openLedger } from '../../../src-main/ledger/index.ts'
import { manualClock } from '../../manual-clock.ts'
import { stationWithService } from '../../integration/ledger/outbox/station-with-service.ts'
import { untilPasses } from '../../until-passes.ts'
import { onlyLongUnless } from '../../only-long.ts'

const program = join(import.meta.dirname, 'marking-station.ts')

/** Runs the program until `enough` is true of its lines so far, kills it, and returns every line that it wrote. */
async function killWhen(args: string[], enough: (lines: string[]) => boolean): Promise<string[]> {
  const child = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  const exit = new Promise<string | null>((resolve) => child.once('close', (_, signal) => resolve(signal)))
  const lines: string[] = []
  for await (const line of createInterface({ input: child.stdout })) {
    lines.push(line)
    if (enough(lines)) child.kill('SIGKILL')
  }
  expect(await exit).toBe('SIGKILL')
  return lines
}
const steps = (lines: string[]): number => lines.filter((line) => line.startsWith('step ')).length
const ticks = (lines: string[]): string[] =>
  lines.filter((line) => line.startsWith('tick ')).map((line) => line.slice('tick '.length))

describe('killed while marking', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'kant-kill-'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  for (const killAt of [1, 7, 40, 133])
    test(`every tick is a mark after a kill at tick ${killAt}`, onlyLongUnless(killAt === 133), async () => {
      const shownTicks = ticks(await killWhen([folder, '100000'], (lines) => lines.length >= killAt))
      expect(shownTicks.length).toBeGreaterThanOrEqual(killAt)
      const ledger = openLedger({ folder, clock: manualClock() })
      const storedMarks = ledger.marks.marksNeedingAttention()
      // one more mark may be stored whose tick was never shown
      expect(storedMarks.map(({ id }) => id).slice(0, shownTicks.length)).toEqual(shownTicks)
      expect(storedMarks.length - shownTicks.length).toBeLessThanOrEqual(1)
      expect(ledger.setAside()).toBeNull()
      await ledger.close()
    })

  test('the lock of a killed station is released', { tags: 'long' }, async () => {
    await killWhen([folder, '100000'], (lines) => lines.length >= 3)
    const ledger = openLedger({ folder, clock: manualClock() })
    expect(ledger.marks.summary().held).toBeGreaterThanOrEqual(3)
    await ledger.close()
  })
})

describe('killed while sending', () => {
  let rig: Awaited<ReturnType<typeof stationWithService>>
  beforeEach(async () => {
    rig = await stationWithService()
    await rig.ledger().close()
  })
  afterEach(() => rig.close())

  for (const killAt of [11, 13, 16, 19])
    test(
      `every mark ends as one bent sheet after a kill at step ${killAt}`,
      onlyLongUnless(killAt === 11),
      async () => {
        const sheets = await rig.sheets(10)
        const key = rig.admin.makeKey({ name: `child ${killAt}` })
        const { shopSlug } = rig.organization
        const args = [rig.folder, '0', rig.network.baseUrl, key, `${shopSlug}/test`, ...sheets.map(({ id }) => id)]
        const lines = await killWhen(args, (soFar) => steps(soFar) >= killAt)
        expect(ticks(lines)).toHaveLength(10)

        await rig.reopen()
        await untilPasses(() => {
          rig.clock.advance(5_000)
          expect(rig.marks().summary()).toEqual({ held: 0, undelivered: 0, needsPerson: 0, oldestMarkedAt: null })
        })
        for (const { id } of sheets) expect(rig.admin.sheets.find(id).bent?.by).toBe('KN')
        const events = await rig.client.listEvents({}, { priority: 'read' })
        const bent = events.ok ? events.value.items.filter(({ type }) => type === 'bending_sheet.bent') : []
        expect(bent).toHaveLength(10)
      },
    )
})
