// The bytes of one fact of each kind on the wire: the update that a linked station gets, with the headers of its frame, of WebSocket and of
// TLS. Facts about trust are missing: they hold certificates and signatures, and there are a few for each pairing.
import { mkdirSync } from 'node:fs'
import { usualTimes } from '../../../shared/planning/index.ts'
import type { Fact } from '../../../shared/peers/index.ts'
import { factKeyOf } from '../../../src-main/peers/document/index.ts'
import { partsOf, writePart } from '../../../src-main/peers/link/index.ts'
import { openDocuments } from '../../integration/peers/documents-rig.ts'
import { today } from '../../integration/peers/loopback-peers.ts'
import { sheetId } from '../../integration/peers/shared-pieces.ts'

/** 8: the header of a WebSocket frame with a mask and a length of two bytes. 22: the header, the type and the tag of a TLS 1.3 record. */
const transportBytes = 8 + 22

const common = { v: 1, from: 'a'.repeat(16), time: 1_790_000_000_000, by: 'OLA' } as const
const sheet = { ...common, sheet: sheetId } as const
const machine = '018f0000-0000-7000-8000-00000000000b'
const bend = { brake: machine, mat: 'Stål', mm: 0.6, tool: 'V10', punch: 'P88', vMm: 10, deg: 90 } as const
const nonce = '0123456789'

const facts: readonly Fact[] = [
  { ...sheet, kind: 'piece', draw: 'abcdef01', rw: 0, no: 1, as: 'good', n: 1 },
  { ...sheet, kind: 'mark', rw: 0, mark: sheetId, state: 'delivered', pieces: 12, at: common.time },
  { ...sheet, kind: 'stop', stop: sheetId, dv: 1, why: 'measure' },
  { ...sheet, kind: 'release', stop: sheetId, why: 'målt på nytt' },
  { ...sheet, kind: 'override', draw: 'abcdef01', why: 'kunden har ringt' },
  {
    ...sheet,
    kind: 'plan',
    date: today,
    hash: 'abcdef01'.repeat(8),
    dv: 1,
    machine,
    rank: 3,
    pin: false,
    split: null,
    over: factKeyOf('c', 'before'),
  },
  // a short one: the code grows with the pieces of the sheet
  { ...sheet, kind: 'handover', to: 'b'.repeat(16), nonce, code: 'x'.repeat(120) },
  { ...sheet, kind: 'handback', nonce },
  { ...sheet, kind: 'takeover', nonce },
  { ...common, kind: 'operator', id: sheetId, initials: 'OLA', active: true },
  { ...common, kind: 'correction', ...bend, corr: -1.5, measured: 91.5 },
  { ...common, kind: 'gauge', ...bend, place: 'end', corr: -0.4, drawn: 30, measured: 30.4 },
  { ...common, kind: 'times', machine, times: usualTimes },
  { ...common, kind: 'shift', machine, min: 480 },
  { ...common, kind: 'day', date: today },
]

/** In the order of the kinds. */
export function factBytes(folder: string): { kind: string; bytes: number }[] {
  mkdirSync(folder, { recursive: true })
  const { documents, close } = openDocuments(folder, { today, isGenuine: () => true })
  let bytes = 0
  documents.changes.subscribe(({ document, update }) => {
    bytes = partsOf(document, 1, update).reduce((sum, part) => sum + writePart(part).length + transportBytes, 0)
  })
  const share = (fact: Fact, row: string): void => {
    documents.add([{ key: factKeyOf(fact.kind.slice(0, 1), `${fact.kind} ${row}`), document: today, fact }])
  }
  const measured = facts.map((fact) => {
    // the first fact of a document names its map
    share(fact, 'first')
    share(fact, 'second')
    return { kind: fact.kind, bytes }
  })
  close()
  return measured
}
