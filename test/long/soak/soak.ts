// A station that works for a long time at a multiple of the usual rate, next to a real service that gets new sheets. Measures its memory
// and its files. Starts both.
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { createInterface } from 'node:readline'
import { systemClock } from '../../../src-main/platform/clock.ts'
import { connectWorkshop } from '../../../src-main/station/set-up/connect-workshop.ts'
import { openAdmin } from '../../../src-service/admin/index.ts'
import { startService } from '../../../src-service/service.ts'

export interface Sample {
  rss: number
  heapUsed: number
  marked: number
  refused: number
  files: Record<string, number>
}

/** A station of ten hours with 50 sheets marks one every 12 minutes. */
const usualIntervalMs = 720_000

/** The limit of the heap of a station, as in the scripts of package.json. */
const heapLimit = '--max-old-space-size=256'

/** `rate`: times the usual one. Returns a sample every few seconds. */
export async function soak({
  seconds,
  rate,
  onSample = () => undefined,
}: {
  seconds: number
  rate: number
  onSample?: (sample: Sample) => void
}): Promise<Sample[]> {
  const root = mkdtempSync(join(tmpdir(), 'kant-soak-'))
  const workshop = join(root, 'workshop')
  const data = join(root, 'station')
  mkdirSync(data)
  const service = await startService({ dataFolder: workshop, port: 0, limitFactor: 1_000 })
  const admin = openAdmin({ dataFolder: workshop })
  const intervalMs = Math.max(50, usualIntervalMs / rate)
  try {
    const key = service.keys?.maskin ?? ''
    const connected = await connectWorkshop({ folder: data, baseUrl: service.baseUrl, key, clock: systemClock })
    if (!connected.ok) throw new Error(connected.lines.join(' '))
    const program = join(import.meta.dirname, 'soak-station.ts')
    const station = spawn(process.execPath, [heapLimit, program, data, String(intervalMs)], {
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    const ended = new Promise<number | null>((resolve) => station.once('close', resolve))
    const orders = setInterval(() => admin.makeSheets({ count: 20, approved: true }), 15 * intervalMs)
    const stop = setTimeout(() => station.stdin.end(), seconds * 1_000)
    const samples: Sample[] = []
    // the list is read every few minutes, so it must have enough until then
    admin.makeSheets({ count: 400, approved: true })
    for await (const line of createInterface({ input: station.stdout })) {
      const sample: Sample = JSON.parse(line)
      samples.push(sample)
      onSample(sample)
    }
    clearInterval(orders)
    clearTimeout(stop)
    if ((await ended) !== 0) throw new Error('the station ended unexpectedly')
    return samples
  } finally {
    admin.close()
    await service.close()
    rmSync(root, { recursive: true, force: true })
  }
}
