// The station killed hard, as by the task manager or a pulled plug: every tick that was shown is a mark afterwards.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openOutbox } from '../../../src-main/outbox/index.ts'
import { manualClock } from '../../manual-clock.ts'
import { stationBesideService } from '../../integration/outbox/station-beside-service.ts'

const program = join(import.meta.dirname, 'marking-station.ts')

/** Runs it until `enough` says so of the lines so far, kills it, and gives every line that it wrote. */
async function killedWhen(args: string[], enough: (lines: string[]) => boolean): Promise<string[]> {
  const child = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = new Promise<string | null>((resolve) => child.once('close', (_, signal) => resolve(signal)))
  const lines: string[] = []
  for await (const line of createInterface({ input: child.stdout })) {
    lines.push(line)
    if (enough(lines)) child.kill('SIGKILL')
  }
  expect(await ended).toBe('SIGKILL')
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

  test.each([1, 7, 40, 133])('every tick is there after a kill at the one numbered %i', async (at) => {
    const shown = ticks(await killedWhen([folder, '100000'], (lines) => lines.length >= at))
    expect(shown.length).toBeGreaterThanOrEqual(at)
    const outbox = openOutbox({ folder, clock: manualClock() })
    const kept = outbox.marks.marksNeedingAttention()
    // one more may have been stored whose tick was never shown
    expect(kept.map(({ id }) => id).slice(0, shown.length)).toEqual(shown)
    expect(kept.length - shown.length).toBeLessThanOrEqual(1)
    expect(outbox.setAside()).toBeNull()
    await outbox.close()
  })

  test('the dead station’s hold on the store dies with it', async () => {
    await killedWhen([folder, '100000'], (lines) => lines.length >= 3)
    const outbox = openOutbox({ folder, clock: manualClock() })
    expect(outbox.marks.summary().held).toBeGreaterThanOrEqual(3)
    await outbox.close()
  })
})

describe('killed while sending', () => {
  let rig: Awaited<ReturnType<typeof stationBesideService>>
  beforeEach(async () => {
    rig = await stationBesideService()
    await rig.outbox().close()
  })
  afterEach(() => rig.close())

  test.each([11, 13, 16, 19])('every mark ends as one bent sheet after a kill at step %i', async (at) => {
    const sheets = await rig.sheets(10)
    const key = rig.desk.makeKey({ name: `child ${at}` })
    const { shopSlug } = rig.organization
    const args = [rig.folder, '0', rig.network.baseUrl, key, `${shopSlug}/test`, ...sheets.map(({ id }) => id)]
    const lines = await killedWhen(args, (soFar) => steps(soFar) >= at)
    expect(ticks(lines)).toHaveLength(10)

    await rig.reopen()
    await vi.waitFor(
      () => {
        rig.clock.advance(5_000)
        expect(rig.marks().summary()).toEqual({ held: 0, undelivered: 0, needsPerson: 0, oldestMarkedAt: null })
      },
      { timeout: 20_000, interval: 20 },
    )
    for (const { id } of sheets) expect(rig.desk.sheets.find(id).bent?.by).toBe('KN')
    const events = await rig.client.listEvents({}, { priority: 'read' })
    const bent = events.ok ? events.value.items.filter(({ type }) => type === 'bending_sheet.bent') : []
    expect(bent).toHaveLength(10)
  })
})
