// Opens the shared documents of a folder in a process of its own, as a station does at its start: `open-peers-process.ts FOLDER`. Prints the
// time and the resident memory that this adds.
import process from 'node:process'
import { openLoopbackPeers } from '../../integration/peers/loopback-peers.ts'
import { FactsElsewhere } from '../../../src-main/station/peers/index.ts'

const [, , folder = ''] = process.argv

function residentBytes(): number {
  globalThis.gc?.()
  return process.memoryUsage.rss()
}

const bytesBefore = residentBytes()
const startMs = performance.now()
const peers = await openLoopbackPeers({ folder })
const elsewhere = new FactsElsewhere(Date.now)
elsewhere.setPeers(peers)
const openMs = performance.now() - startMs
const bytes = residentBytes() - bytesBefore
console.log(JSON.stringify({ openMs: Math.round(openMs), bytes }))
await peers.close()
process.exit(0)
