// Eight hours of a shift in a process of its own: the driver asks the simulated brake for its state four times a second and for its counter
// once, on a clock that does not wait. Prints the resident memory after the first hour and after the last.
import process from 'node:process'
import { programOf, shippedMap } from '../fixtures/brake-programs.ts'
import { passing, simulatedLink } from '../simulated-link.ts'

const link = simulatedLink(shippedMap, { record: false })
const { driver } = link.connect()

async function hour(): Promise<number> {
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
for (let at = 0; at < 8; at++) {
  // oxlint-disable-next-line no-await-in-loop
  rss.push(await hour())
}
const counted = await passing(link.clock, driver.counter())
console.log(JSON.stringify({ first: rss[0], last: rss.at(-1), pieces: counted.value }))
process.exit(0)
