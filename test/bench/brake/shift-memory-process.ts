// A simulated shift of eight hours in a separate process: the driver reads the state of the simulated brake four times a second and
// its counter once, on a clock that does not wait. Prints the resident memory after the first and the last hour.
import process from 'node:process'
import { programOf, shippedMap } from '../../fixtures/brake-programs.ts'
import { passing, simulatedLink } from '../../simulated-link.ts'

const link = simulatedLink(shippedMap, { record: false })
const { driver } = link.connect()

async function runHour(): Promise<number> {
  for (let second = 0; second < 3_600; second++) {
    for (let quarter = 0; quarter < 4; quarter++) {
      // oxlint-disable-next-line no-await-in-loop
      await passing(link.clock, Promise.all([driver.status(), link.clock.wait(250)]))
    }
    // oxlint-disable-next-line no-await-in-loop
    await passing(link.clock, Promise.all([driver.counter(), driver.alarms()]))
  }
  globalThis.gc?.()
  return process.memoryUsage.rss()
}

await passing(link.clock, driver.upload(programOf(5), new AbortController().signal))
link.machine.setPace(4_000)
const rss: number[] = []
for (let hour = 0; hour < 8; hour++) {
  // oxlint-disable-next-line no-await-in-loop
  rss.push(await runHour())
}
const pieceCount = await passing(link.clock, driver.counter())
console.log(JSON.stringify({ first: rss[0], last: rss.at(-1), pieces: pieceCount.value }))
process.exit(0)
