// 2 000 simulated workshops.
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { simulatePeers } from '../../simulation/peers/simulate-peers.ts'

test('after healing, all stations of 2 000 workshops show the same', () => {
  for (let seed = 1; seed <= 2_000; seed += 1) {
    const folder = mkdtempSync(join(inject('sharedFolder'), 'peers-'))
    expect(simulatePeers(seed, folder).broken, `seed ${seed}`).toEqual([])
    rmSync(folder, { recursive: true })
  }
})
