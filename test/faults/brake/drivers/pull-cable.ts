// The cable is pulled at events of an upload, on the simulated serial line at 19 200 baud.
import { setImmediate } from 'node:timers/promises'
import { expect } from 'vitest'
import { programOf, shippedMap } from '../../../fixtures/brake-programs.ts'
import { passing, simulatedLink } from '../../../simulated-link.ts'

const never = new AbortController().signal
const program = programOf(14)

/** Pulls the cable after so many events. `pulledInTime`: before the upload was complete. */
async function pullCableAfter(
  moments: number,
): Promise<{ pulledInTime: boolean; loaded: number; isLoadRequested: boolean }> {
  const link = simulatedLink(shippedMap, { characterMs: 11 / 19.2 })
  const { driver } = link.connect()
  await passing(link.clock, driver.status())
  const upload = driver.upload(program, never)
  let isSettled = false
  const outcome = upload.then(
    () => 'complete',
    (error: unknown) => (error instanceof Error && 'code' in error ? error.code : error),
  )
  void outcome.finally(() => {
    isSettled = true
  })
  for (let moment = 0; moment < moments && !isSettled; moment++) {
    // oxlint-disable-next-line no-await-in-loop
    await setImmediate()
    link.clock.advance(link.clock.nextWait() ?? 0)
  }
  await setImmediate()
  const pulledInTime = !isSettled
  link.cut()
  expect(await passing(link.clock, outcome)).toBe(pulledInTime ? 'line_ended' : 'complete')
  const loaded = link.machine.stepsLoaded()
  const isLoadRequested = link.side.writes.some(({ request }) => request.code === 6)

  const nextDriver = link.connect().driver
  await passing(link.clock, nextDriver.upload(program, never))
  expect(await passing(link.clock, nextDriver.verify(program))).toEqual({ same: true, differences: [] })
  return { pulledInTime, loaded, isLoadRequested }
}

/** Pulls the cable before the first event and after every so many events. Returns how often it was pulled, and how often after the load. */
export async function pullCableEvery(events: number): Promise<{ cut: number; loaded: number }> {
  const totals = { cut: 0, loaded: 0 }
  for (let moments = 0; ; moments += events) {
    // oxlint-disable-next-line no-await-in-loop
    const { pulledInTime, loaded, isLoadRequested } = await pullCableAfter(moments)
    expect(loaded).toBe(isLoadRequested ? 14 : 0)
    if (!pulledInTime) return totals
    totals.cut += 1
    totals.loaded += isLoadRequested ? 1 : 0
  }
}
