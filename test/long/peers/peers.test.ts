// 1 000 simulated workshops.
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { simulatePeers } from '../../simulation/peers/simulate-peers.ts'

test('after healing, all stations of 1 000 workshops show the same', () => {
  // the documents wait for the disk, which this test does not check
  const parent = existsSync('/dev/shm') ? '/dev/shm' : inject('sharedFolder')
  for (let seed = 1; seed <= 1_000; seed += 1) {
    const folder = mkdtempSync(join(parent, 'kant-peers-'))
    try {
      expect(simulatePeers(seed, folder).broken, `seed ${seed}`).toEqual([])
    } finally {
      rmSync(folder, { recursive: true })
    }
  }
}, 1_200_000)
