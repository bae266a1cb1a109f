// The other stations of the workshop: how this one is linked to them, and what they do to the sheets. Pure.
import * as z from 'zod'
import { stationId } from '../../peers/index.ts'
import { instant, uuid } from '../../workshop-api/index.ts'

/** Why an address gives no link. */
export const addressProblem = z.enum([
  'no_answer',
  'not_a_station',
  'not_paired',
  'other_workshop',
  'newer_protocol',
  'older_protocol',
  'this_station',
  'revoked',
  'this_revoked',
])
export type AddressProblemCode = z.infer<typeof addressProblem>

const port = z.int().min(1).max(65_535)
export const stationAddress = z.strictObject({ address: z.string().trim().min(1).max(200), port })

export const linkedStation = z.strictObject({
  /** SHA-256 of its certificate, 64 hexadecimal digits. */
  fingerprint: z.string(),
  name: z.string(),
  /** The station whose technician confirmed it; null: this one's. */
  confirmedBy: z.string().nullable(),
  isLinked: z.boolean(),
  lastSeenAt: instant.nullable(),
  /** What this station did and the other one does not have yet. */
  backlog: z.int(),
  /** By how much its clock is ahead of this one's, in seconds; 0: it does not matter. */
  clockAheadSeconds: z.int(),
  /** Two programs run on copies of its folder. */
  isCopied: z.boolean(),
  /** Why it is not linked although it connects; null: it is linked, or does not connect. */
  problem: addressProblem.nullable(),
  /** Another station has the same name. */
  hasSameName: z.boolean(),
})
export type LinkedStation = z.infer<typeof linkedStation>

export const stationsView = z.strictObject({
  isOn: z.boolean(),
  /** Why it is on and does not listen; null: it does, or is off. `port_used`: another program listens there. It is tried again. */
  problem: z.enum(['port_used', 'address_gone', 'failed']).nullable(),
  name: z.string(),
  /** The address of the chosen interface now, or when it was chosen; empty: none is chosen. */
  address: z.string(),
  port: z.int(),
  interfaces: z.array(z.strictObject({ name: z.string(), address: z.string() })),
  typedAddresses: z.array(stationAddress),
  /** Null while it does not run. */
  fingerprint: z.string().nullable(),
  /** Another program runs on a copy of this station's folder. */
  isFolderCopied: z.boolean(),
  stations: z.array(linkedStation),
  pairing: z.strictObject({
    /** 0: pairing mode is not open. */
    openForSeconds: z.int(),
    /** 0: wrong entries do not keep it closed. */
    closedForSeconds: z.int(),
    /** Wrong entries that are left before pairing is closed. */
    entriesLeft: z.int(),
    /** How the last exchange ended without a pairing. */
    ended: z.enum(['wrong_digits', 'ended_there', 'not_as_agreed']).nullable(),
    /** The station with which this one exchanges digits. `shown`: the digits to enter there. */
    partner: z
      .strictObject({
        name: z.string(),
        shown: z.string(),
        isConfirmedHere: z.boolean(),
        isConfirmedThere: z.boolean(),
      })
      .nullable(),
  }),
  /** Addresses that are dialled: typed ones, and those of stations that were found on the network. */
  addresses: z.array(
    stationAddress.extend({
      name: z.string().nullable(),
      isTyped: z.boolean(),
      /** A paired station that answers there is linked. */
      isLinked: z.boolean(),
      problem: addressProblem.nullable(),
    }),
  ),
  /** Whether mDNS finds stations. `silent`: nothing answers, so a firewall or the network stops it; `off`: on loopback. */
  discovery: z.enum(['off', 'searching', 'works', 'silent', 'failed']),
  /** A PIN of `maintain` is set here: without one nobody can pair. */
  hasPin: z.boolean(),
})
export type StationsView = z.infer<typeof stationsView>

export const sheetElsewhere = z.strictObject({
  sheetId: uuid,
  /** The stations that bend it now. */
  bending: z.array(
    z.strictObject({
      station: z.string(),
      pieceNo: z.int().nullable(),
      step: z.int().nullable(),
      done: z.int(),
      wanted: z.int(),
      by: z.string().nullable(),
    }),
  ),
  /** Marks of other stations, with the state of their outbox. */
  marks: z.array(
    z.strictObject({
      station: z.string(),
      state: z.string(),
      reason: z.string().nullable(),
      markedAt: instant,
      pieces: z.int(),
      by: z.string().nullable(),
    }),
  ),
  /** This station marked it, too. */
  isMarkedTwice: z.boolean(),
  /** The pieces of this station's own mark; 0: the sheet is not marked twice. */
  ownPieces: z.int(),
  /** Good pieces that other stations counted. */
  pieces: z.array(z.strictObject({ station: z.string(), pieceNo: z.int(), good: z.int() })),
  stops: z.array(
    z.strictObject({
      id: z.string(),
      station: z.string(),
      reason: z.string(),
      text: z.string().nullable(),
      by: z.string().nullable(),
      reportedAt: instant,
    }),
  ),
  /** Planners' choices that a later choice overwrote unseen, and whose choice applies. The machines by name; null: the service's. */
  overwritten: z.array(
    z.strictObject({
      station: z.string(),
      by: z.string().nullable(),
      plannedAt: instant,
      machine: z.string().nullable(),
      appliedStation: z.string(),
      appliedBy: z.string().nullable(),
      appliedMachine: z.string().nullable(),
    }),
  ),
  /** What other stations handed over to this one. `waitsFor`: why it is not taken over yet, a refusal's code; null: it is. */
  handOvers: z.array(
    z.strictObject({ station: z.string(), by: z.string().nullable(), waitsFor: z.string().nullable() }),
  ),
})
export type SheetElsewhere = z.infer<typeof sheetElsewhere>

/** What one station of the workshop does now. */
const stationNow = z.strictObject({
  stationId,
  name: z.string(),
  /** It is this station. */
  isOwn: z.boolean(),
  isLinked: z.boolean(),
  lastSeenAt: instant.nullable(),
  bending: z
    .strictObject({
      sheetId: uuid,
      /** Null: the sheet is on no list that this station read. */
      sheet: z.strictObject({ orderNumber: z.string(), sheetNo: z.int() }).nullable(),
      pieceNo: z.int().nullable(),
      step: z.int().nullable(),
      done: z.int(),
      wanted: z.int(),
      by: z.string().nullable(),
      /** When it is finished at the pace so far; null: not known yet. */
      doneAt: instant.nullable(),
    })
    .nullable(),
  /** When it last counted a piece; null: not in the days that are kept. */
  idleSince: instant.nullable(),
})
export type StationNow = z.infer<typeof stationNow>

export const workElsewhere = z.strictObject({
  /** This station first; empty: it is alone. */
  stations: z.array(stationNow),
  /** Marks of other stations that wait for a person there. `sheet`: order and number; null: on no list that this station read. */
  stuckMarks: z.array(
    z.strictObject({
      station: z.string(),
      sheet: z.string().nullable(),
      markedAt: instant,
      reason: z.string().nullable(),
      by: z.string().nullable(),
    }),
  ),
  /** Only sheets about which another station has facts. */
  sheets: z.array(sheetElsewhere),
})
export type WorkElsewhere = z.infer<typeof workElsewhere>
