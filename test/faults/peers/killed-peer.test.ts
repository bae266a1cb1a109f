// A station that is killed while it shares: all that it named as stored is at the other station, each once.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import process from 'node:process'
import { expect, test } from 'vitest'
import { untilPasses } from '../../until-passes.ts'
import { pair, sheetId, stationFixture } from '../../integration/peers/peer-rig.ts'
import { runCount } from '../../only-long.ts'

const { open, close } = stationFixture()
const program = join(import.meta.dirname, 'sharing-peer.ts')

/** Runs the station until it has named that many events, and kills it. Returns the last one. */
async function runAndKill(folder: string, ports: [own: number, office: number], events: number): Promise<number> {
  const args = [program, folder, ...ports.map(String)]
  const station = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] })
  const ended = once(station, 'close')
  let last = -1
  let named = 0
  let rest = ''
  // a killed station does not read the last confirmations
  station.stdin.on('error', () => {})
  station.stdout.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    if (lines.length > 0) last = Number(lines.at(-1))
    if (named < events && named + lines.length >= events) station.kill('SIGKILL')
    named += lines.length
    station.stdin.write('.'.repeat(lines.length))
  })
  expect((await ended)[1]).toBe('SIGKILL')
  return last
}

test('what a killed station had stored is at the other one, and nothing is counted twice', async () => {
  const [brake, office] = [await open({ name: 'Kantpresse 2' }), await open({ name: 'Kontor' })]
  await pair(office, brake)
  office.peers.setTypedAddresses([brake.address])
  await close(brake)
  const ports: [number, number] = [brake.address.port, office.address.port]
  let last = -1
  let named = 0
  for (let kill = 1; kill <= runCount(3, 25); kill += 1) {
    const events = 20 + 37 * kill
    last = await runAndKill(brake.folder, ports, events)
    named += events
  }
  expect(last).toBeGreaterThanOrEqual(named - 1)
  const again = await open({ folder: brake.folder, name: 'Kantpresse 2', port: brake.address.port })
  const piecesOf = ({ peers }: typeof again) =>
    peers
      .factsOfSheet(sheetId)
      .map(({ key, fact }) => `${key} ${fact.kind === 'piece' ? fact.n : 0}`)
      .toSorted()
  const stored = piecesOf(again)
  // the last event of each run may be stored and not named
  expect(stored.length).toBeGreaterThanOrEqual(last + 1)
  // a difference of thousands of lines takes seconds to print, and both stations would wait
  await untilPasses(() => expect(piecesOf(office).length).toBe(stored.length))
  expect(piecesOf(office)).toEqual(stored)
})
