// Two and three real stations over TLS on loopback: pairing, facts, refusals, copies.
import { randomBytes } from 'node:crypto'
import { cpSync, rmSync } from 'node:fs'
import { connect as connectTcp } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { describe, expect, test } from 'vitest'
import { ofKind, sumPieces } from '../../../shared/peers/index.ts'
import { openIdentity } from '../../../src-main/peers/identity/index.ts'
import { join } from 'node:path'
import { untilPasses } from '../../until-passes.ts'
import { readDay } from './independent-reader.ts'
import {
  isLinked,
  newFolder,
  pair,
  pieceAt,
  sheetId,
  shownBy,
  stationFixture,
  today,
  type TestStation,
} from './peer-rig.ts'

const { open, close, pairOfStations } = stationFixture()

const piecesAt = ({ peers }: TestStation) =>
  sumPieces(ofKind(peers.factsOfSheet(sheetId), 'piece')).map(({ station, good }) => [station, good])

/** Rows of a station and its pieces, in the order of the ids. */
const byStation = ([a = '']: (string | number)[], [b = '']: (string | number)[]): number => (a < b ? -1 : 1)

const refusals = ({ log }: TestStation): number =>
  log.filter(({ message }) => message === 'a connection was refused').length

/** The fingerprints of the stations that a station trusts. */
const trustedBy = ({ peers }: TestStation) => peers.view().stations.map((one) => one.fingerprint)

describe('two paired stations', () => {
  test('count the pieces of both, each once, also after a restart and when the event is mirrored again', async () => {
    const [brake, office] = await pairOfStations()
    brake.peers.share([pieceAt(brake, 'one'), pieceAt(brake, 'two', 3)])
    office.peers.share([pieceAt(office, 'three')])
    const all = [
      [brake.peers.stationId, 4],
      [office.peers.stationId, 1],
    ].toSorted(byStation)
    await untilPasses(() => expect(piecesAt(office)).toEqual(all))
    await untilPasses(() => expect(piecesAt(brake)).toEqual(all))

    await close(brake)
    office.peers.share([pieceAt(office, 'four')])
    const again = await open({ folder: brake.folder, name: 'Kantpresse 2', addresses: [office.address] })
    again.peers.share([pieceAt(again, 'one'), pieceAt(again, 'two', 3)])
    await untilPasses(() =>
      expect(piecesAt(again)).toEqual(
        [
          [brake.peers.stationId, 4],
          [office.peers.stationId, 2],
        ].toSorted(byStation),
      ),
    )
    expect(piecesAt(office)).toEqual(piecesAt(again))
  })

  test('say what they bend, until they are gone', async () => {
    const [brake, office] = await pairOfStations()
    brake.bending = { sheetId, pieceNo: 1, step: 2, done: 3, wanted: 12, by: 'OLA' }
    brake.peers.presenceChanged()
    await untilPasses(() =>
      expect(office.peers.bendings()).toEqual([{ station: brake.peers.stationId, bending: brake.bending }]),
    )
    expect(office.peers.nameOf(brake.peers.stationId)).toBe('Kantpresse 2')
    await close(brake)
    await untilPasses(() => expect(office.peers.bendings()).toEqual([]))
  })

  test('report a presence when it changes, and not each message with the same one', async () => {
    const [brake, office] = await pairOfStations()
    let reports = 0
    office.peers.changed.subscribe(() => {
      reports += 1
    })
    const repeats = 100
    for (let repeat = 0; repeat < repeats; repeat += 1) brake.peers.presenceChanged()
    brake.bending = { sheetId, pieceNo: 1, step: 2, done: 3, wanted: 12, by: 'OLA', leftMs: 600_000 }
    for (let repeat = 0; repeat < repeats; repeat += 1) brake.peers.presenceChanged()
    brake.bending = { ...brake.bending, done: 4 }
    brake.peers.presenceChanged()
    // messages arrive in order
    await untilPasses(() => expect(office.peers.bendings()).toMatchObject([{ bending: { done: 4 } }]))
    expect(reports).toBeGreaterThan(0)
    expect(reports).toBeLessThan(repeats / 2)
  })

  test('report what this station itself begins to bend', async () => {
    const [brake] = await pairOfStations()
    let reports = 0
    brake.peers.changed.subscribe(() => {
      reports += 1
    })
    brake.bending = { sheetId, pieceNo: 1, step: 2, done: 3, wanted: 12, by: 'OLA' }
    brake.peers.presenceChanged()
    expect(reports).toBeGreaterThan(0)
  })

  test('have no backlog once the other one has everything, and count it while it is away', async () => {
    const [brake, office] = await pairOfStations()
    office.peers.share([pieceAt(office, 'one')])
    await untilPasses(() => expect(office.peers.view().stations[0]?.backlog).toBe(0))
    await close(brake)
    await untilPasses(() => expect(isLinked(office)).toBe(false))
    office.peers.share([pieceAt(office, 'two'), pieceAt(office, 'three')])
    expect(office.peers.view().stations[0]).toMatchObject({ backlog: 2, isLinked: false })
  })

  test('end their link when one is revoked, permanently and for both', async () => {
    const [brake, office] = await pairOfStations()
    office.peers.revoke(brake.peers.view().fingerprint)
    await untilPasses(() => expect(isLinked(office) || isLinked(brake)).toBe(false))
    expect(office.peers.isPaired).toBe(false)
    const before = refusals(office)
    brake.peers.setTypedAddresses([office.address])
    await untilPasses(() => expect(refusals(office)).toBeGreaterThan(before))
    expect(isLinked(brake)).toBe(false)
    await untilPasses(() => expect(brake.peers.view().addresses[0]?.problem).toBe('this_revoked'))
    expect(brake.peers.view().stations).toMatchObject([{ problem: 'this_revoked' }])
    office.peers.setTypedAddresses([brake.address])
    await untilPasses(() => expect(office.peers.view().addresses[0]?.problem).toBe('revoked'))
  })

  test('end their link so that the revoked one learns it, also where it lacks what was shared before', async () => {
    const [brake, office] = await pairOfStations()
    await close(brake)
    await untilPasses(() => expect(isLinked(office)).toBe(false))
    await pair(await open({ name: 'Knekkemaskin' }), office)
    office.peers.changed.subscribe(() => {
      const { stations } = office.peers.view()
      const linked = stations.find(({ name, isLinked: isUp }) => name === 'Kantpresse 2' && isUp)
      // before the two have compared what they have
      if (linked !== undefined) office.peers.revoke(linked.fingerprint)
    })
    const again = await open({ name: 'Kantpresse 2', folder: brake.folder, addresses: [office.address] })
    await untilPasses(() => expect(again.peers.view().addresses[0]?.problem).toBe('this_revoked'))
  })
})

test('an independent program of thirty lines reads the day with a paired certificate', async () => {
  const [brake, office] = await pairOfStations()
  office.peers.share([pieceAt(office, 'one'), pieceAt(office, 'two', 4)])
  await close(brake)
  const facts = await readDay(join(brake.folder, 'identity.json'), office.peers.port, today)
  expect(facts.map((fact) => (typeof fact === 'object' && fact !== null && 'n' in fact ? fact.n : null))).toEqual([
    1, 4,
  ])
})

describe('a third station', () => {
  test('is trusted by all after one pairing that both technicians confirmed, and refused by all after one revocation', async () => {
    const [brake, office] = await pairOfStations()
    const folder = await open({ name: 'Knekkemaskin' })
    await pair(folder, office)
    folder.peers.setTypedAddresses([office.address])
    await untilPasses(() => expect(brake.peers.view().stations.map(({ name }) => name)).toContain('Knekkemaskin'))
    await untilPasses(() => expect(folder.peers.view().stations).toHaveLength(2))
    folder.peers.setTypedAddresses([office.address, brake.address])
    await untilPasses(() => expect(folder.peers.view().stations.every((one) => one.isLinked)).toBe(true))

    brake.peers.revoke(folder.peers.view().fingerprint)
    await untilPasses(() => expect(isLinked(folder)).toBe(false))
    await untilPasses(() => expect(office.peers.view().stations).toHaveLength(1))
  })

  test('that another one revoked stays refused by a station that paired it and lost its shared documents', async () => {
    const [brake, office] = await pairOfStations()
    const folder = await open({ name: 'Knekkemaskin' })
    await pair(folder, brake)
    folder.peers.setTypedAddresses([brake.address])
    const { fingerprint } = folder.peers.view()
    await untilPasses(() => expect(trustedBy(office)).toContain(fingerprint))
    office.peers.revoke(fingerprint)
    await untilPasses(() => expect(trustedBy(brake)).toEqual([office.peers.view().fingerprint]))
    const { fingerprint: officeFingerprint } = office.peers.view()
    await close(office)
    await close(brake)
    for (const end of ['', '-wal', '-shm']) rmSync(join(brake.folder, `peers.db${end}`), { force: true })

    const again = await open({ folder: brake.folder, name: 'Kantpresse 2' })
    expect(trustedBy(again)).toEqual([officeFingerprint])
    const before = refusals(again)
    folder.peers.setTypedAddresses([again.address])
    await untilPasses(() => expect(refusals(again)).toBeGreaterThan(before))
    expect(isLinked(folder)).toBe(false)
  })

  test('passes facts on between two that do not reach each other', async () => {
    const [brake, box] = [await open({ name: 'Kantpresse' }), await open({ name: 'Kontor' })]
    const folder = await open({ name: 'Knekkemaskin' })
    await pair(brake, box)
    await pair(folder, box)
    brake.peers.setTypedAddresses([box.address])
    folder.peers.setTypedAddresses([box.address])
    await untilPasses(() => expect(box.peers.view().stations.every((one) => one.isLinked)).toBe(true))
    brake.peers.share([pieceAt(brake, 'far')])
    await untilPasses(() => expect(piecesAt(folder)).toEqual([[brake.peers.stationId, 1]]))
  })
})

describe('a copied folder', () => {
  test('is reported by the copies and by the others, and its pieces count once', async () => {
    const [brake, office] = await pairOfStations()
    brake.peers.share([pieceAt(brake, 'before the copy')])
    await untilPasses(() => expect(piecesAt(office)).toEqual([[brake.peers.stationId, 1]]))
    await close(brake)
    const copy = newFolder()
    cpSync(brake.folder, copy, { recursive: true })
    const addresses = [office.address]
    const first = await open({ folder: brake.folder, name: 'Kantpresse 2', addresses })
    const second = await open({ folder: copy, name: 'Kantpresse 2', addresses: [...addresses, first.address] })
    first.peers.share([pieceAt(first, 'before the copy'), pieceAt(first, 'at the first')])
    second.peers.share([pieceAt(second, 'before the copy'), pieceAt(second, 'at the second')])
    await untilPasses(() => expect(piecesAt(office)).toEqual([[brake.peers.stationId, 3]]))
    await untilPasses(() => expect(piecesAt(first)).toEqual(piecesAt(office)))
    await untilPasses(() => expect(piecesAt(second)).toEqual(piecesAt(office)))
    await untilPasses(() => expect(first.peers.view().isFolderCopied && second.peers.view().isFolderCopied).toBe(true))
    first.peers.presenceChanged()
    second.peers.presenceChanged()
    await untilPasses(() => {
      first.peers.presenceChanged()
      second.peers.presenceChanged()
      expect(office.peers.view().stations[0]?.isCopied).toBe(true)
    })
  })
})

describe('refused before anything is read', () => {
  test('a station that is not paired', async () => {
    const [stranger, office] = [await open({ name: 'Fremmed' }), await open()]
    stranger.peers.setTypedAddresses([office.address])
    await untilPasses(() => expect(stranger.peers.view().addresses[0]?.problem).toBe('not_paired'))
    expect(office.peers.view().stations).toEqual([])
  })

  test('TLS 1.2, no certificate, and plain text', async () => {
    const office = await open()
    const { certificate, key } = await openIdentity(newFolder())
    const ended = (options: object): Promise<string> =>
      new Promise((resolve) => {
        const socket = connectTls({ ...office.address, host: '127.0.0.1', rejectUnauthorized: false, ...options })
        socket.on('error', () => undefined)
        socket.on('data', (data) => resolve(`answered ${data.toString('hex')}`))
        socket.on('close', () => resolve('closed'))
        socket.on('secureConnect', () => socket.write('GET /stations HTTP/1.1\r\nHost: x\r\n\r\n'))
      })
    expect(await ended({ cert: certificate, key, maxVersion: 'TLSv1.2' })).toBe('closed')
    expect(await ended({})).toBe('closed')
    expect(await ended({ cert: certificate, key })).toBe('closed')
    const plain = await new Promise((resolve) => {
      const socket = connectTcp(office.address.port, '127.0.0.1', () => socket.write('GET / HTTP/1.1\r\n\r\n'))
      let bytes = ''
      socket.on('data', (data) => (bytes += data.toString('latin1')))
      socket.on('error', () => undefined)
      socket.on('close', () => resolve(bytes.includes('HTTP')))
    })
    expect(plain).toBe(false)
  })

  test('a paired station of another workshop', async () => {
    const a = await open({ name: 'A', workshop: 'a'.repeat(64) })
    const b = await open({ name: 'B', workshop: 'b'.repeat(64) })
    // both are in pairing mode, and nobody notices that the workshops differ
    a.peers.openPairing()
    b.peers.openPairing()
    expect(await a.peers.pairWith(b.address)).toBe('other_workshop')
    expect(a.peers.isPaired || b.peers.isPaired).toBe(false)
  })
})

describe('pairing', () => {
  test('needs both technicians: after one confirmation nobody is trusted', async () => {
    const [a, b] = [await open({ name: 'A' }), await open({ name: 'B' })]
    a.peers.openPairing()
    b.peers.openPairing()
    void a.peers.pairWith(b.address)
    const shown = await untilPasses(() => shownBy(b))
    expect(a.peers.enterDigits(shown)).toBe('right')
    await untilPasses(() => expect(b.peers.view().pairing.partner?.isConfirmedThere).toBe(true))
    expect(a.peers.isPaired || b.peers.isPaired).toBe(false)
  })

  test('reports mistyped digits and the tries that are left; the other station reports that the pairing ended', async () => {
    const [a, b] = [await open({ name: 'A' }), await open({ name: 'B' })]
    a.peers.openPairing()
    b.peers.openPairing()
    void a.peers.pairWith(b.address)
    await untilPasses(() => [shownBy(a), shownBy(b)])
    expect(a.peers.enterDigits('1234')).toBe('wrong')
    expect(a.peers.view().pairing).toMatchObject({ ended: 'wrong_digits', entriesLeft: 2, isOpen: true })
    await untilPasses(() => expect(b.peers.view().pairing).toMatchObject({ ended: 'ended_there', entriesLeft: 3 }))
    void a.peers.pairWith(b.address)
    await untilPasses(() => [shownBy(a), shownBy(b)])
    expect(a.peers.view().pairing.ended).toBeNull()
  })

  test('takes the digits of the other screen only, and three wrong entries close it', async () => {
    const [a, b] = [await open({ name: 'A' }), await open({ name: 'B' })]
    b.peers.openPairing()
    a.peers.openPairing()
    for (const left of [2, 1, 0]) {
      void a.peers.pairWith(b.address)
      const shownDigits = await untilPasses(() => shownBy(a))
      expect(a.peers.enterDigits(shownDigits), `${left} left`).toBe('wrong')
      await untilPasses(() => expect(b.peers.view().pairing.partner).toBeNull())
    }
    expect(a.peers.openPairing()).toBe(false)
    expect(a.peers.view().pairing.closedForMs).toBeGreaterThan(0)
    await close(a)
    const again = await open({ folder: a.folder, name: 'A' })
    expect(again.peers.openPairing()).toBe(false)
  })

  test('is closed until a technician opens it, and admits one partner at a time', async () => {
    const [a, b, c] = [await open({ name: 'A' }), await open({ name: 'B' }), await open({ name: 'C' })]
    a.peers.openPairing()
    expect(await a.peers.pairWith(b.address)).toBe('not_paired')
    b.peers.openPairing()
    c.peers.openPairing()
    void a.peers.pairWith(b.address)
    await untilPasses(() => shownBy(b))
    expect(await c.peers.pairWith(b.address)).toBe('not_paired')
  })
})

describe('a hostile station', () => {
  test('that is paired is disconnected and named, and changes nothing', async () => {
    const [brake, office] = await pairOfStations()
    office.peers.share([pieceAt(office, 'own')])
    await untilPasses(() => expect(piecesAt(brake)).toHaveLength(1))
    await close(brake)
    const { dialTls, openSocket } = await import('../../../src-main/peers/link/index.ts')
    const identity = await openIdentity(brake.folder)
    const hello = { kind: 'hello', least: 1, most: 1, name: 'Kantpresse 2', startId: identity.startId, workshop: null }
    for (const frame of [randomBytes(64), Buffer.from('{"kind":"presence"}'), '{"kind":"missing","document":"x"}']) {
      const secure = await dialTls({ identity, ...office.address, isAdmitted: () => true })
      const socket = await openSocket(secure)
      const closed = new Promise((resolve) =>
        socket.begin({ onText: () => undefined, onBytes: () => undefined, onClose: resolve }, () => 0),
      )
      socket.send(JSON.stringify({ ...hello, nowMs: Date.now(), purpose: 'facts' }))
      socket.send(frame)
      await closed
    }
    const faults = office.log.filter(({ message }) => message.includes('because of what it sent'))
    expect(faults).toHaveLength(3)
    expect(faults.at(-1)?.details).toMatchObject({ station: 'Kantpresse 2', isRefused: true })
    expect(piecesAt(office)).toEqual([[office.peers.stationId, 1]])
  })
})
