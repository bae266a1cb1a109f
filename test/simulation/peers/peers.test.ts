// A sample of simulated workshops; test/long runs 1 000 seeds.
import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { simulatePeers } from './simulate-peers.ts'

test('after healing, all stations show the same plan, counts, marks and stops, and each event once', () => {
  let events = 0
  for (let seed = 1; seed <= 2; seed += 1) {
    const run = simulatePeers(seed, mkdtempSync(join(inject('sharedFolder'), 'peers-')))
    expect(run.broken, `seed ${seed}`).toEqual([])
    events += run.events
  }
  expect(events).toBeGreaterThan(40)
})
