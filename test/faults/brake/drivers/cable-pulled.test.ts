// The cable is pulled at every moment of an upload at which anything happens, on the paced line of 19 200 baud.
import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { programOf, shippedMap } from '../../../fixtures/brake-programs.ts'
import { passing, simulatedLink } from '../../../simulated-link.ts'

const never = new AbortController().signal
const program = programOf(14)

/** Pulled after so many moments; `pulledInTime`: before it was whole. */
async function pulledAfter(moments: number): Promise<{ pulledInTime: boolean; loaded: number; asked: boolean }> {
  const link = simulatedLink(shippedMap, { characterMs: 11 / 19.2 })
  const { driver } = link.connect()
  await passing(link.clock, driver.status())
  const upload = driver.upload(program, never)
  let over = false
  const ended = upload.then(
    () => 'whole',
    (error: unknown) => (error instanceof Error && 'code' in error ? error.code : error),
  )
  void ended.finally(() => {
    over = true
  })
  for (let moment = 0; moment < moments && !over; moment++) {
    // oxlint-disable-next-line no-await-in-loop
    await setImmediate()
    link.clock.advance(link.clock.nextWait() ?? 0)
  }
  await setImmediate()
  const pulledInTime = !over
  link.cut()
  expect(await passing(link.clock, ended)).toBe(pulledInTime ? 'line_ended' : 'whole')
  const loaded = link.machine.stepsLoaded()
  const asked = link.side.writes.some(({ request }) => request.code === 6)

  const again = link.connect().driver
  await passing(link.clock, again.upload(program, never))
  expect(await passing(link.clock, again.verify(program))).toEqual({ same: true, differences: [] })
  return { pulledInTime, loaded, asked }
}

test('pulled at every moment of an upload, nothing is loaded but what was whole, and the next line goes on', async () => {
  const seen = { cut: 0, loaded: 0 }
  for (let moments = 0; ; moments += 3) {
    // oxlint-disable-next-line no-await-in-loop
    const { pulledInTime, loaded, asked } = await pulledAfter(moments)
    expect(loaded).toBe(asked ? 14 : 0)
    if (!pulledInTime) break
    seen.cut += 1
    seen.loaded += asked ? 1 : 0
  }
  expect(seen.cut).toBeGreaterThan(40)
  expect(seen.loaded).toBeGreaterThan(0)
})
