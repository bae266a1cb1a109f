// What the technician's room shows: how the station is set up, what each step of the set-up found, how the station fares, and what a
// support bundle holds. Plain data, every field a schema. Pure.
import * as z from 'zod'
import { instant } from '../workshop-api/index.ts'
import { lockedGrant } from './access.ts'
import { brakeFaultCodes } from './brake-view.ts'
import { dxfPreset } from './export-view.ts'
import { language } from './shell-view.ts'
import { wrongPlace } from './workshop-view.ts'

export const figures = z.record(z.string(), z.union([z.string(), z.number()]))

/** In the order in which they are tried: what comes after a wrong one is not known. */
export const checkSteps = ['address', 'key', 'scopes', 'module', 'clock', 'sharing', 'store'] as const
export const checkCodes = [
  'address_ok',
  'address_bad',
  'not_reached',
  'no_answer',
  'not_the_service',
  'nothing_there',
  'service_error',
  'malformed',
  'rate_limited',
  'cancelled',
  'key_ok',
  'key_missing',
  'key_unreadable',
  'key_unknown',
  'key_of_customer',
  'refused',
  'scopes_ok',
  'scopes_missing',
  'module_ok',
  'module_off',
  'clock_ok',
  'clock_differs',
  'sharing_ok',
  'store_ok',
  'store_has_marks',
  'store_in_use',
] as const
export type CheckCode = (typeof checkCodes)[number]
export const check = z.strictObject({
  step: z.enum(checkSteps),
  state: z.enum(['ok', 'wrong', 'warn']),
  /** A code to translate, with the figures that belong in the sentence. */
  code: z.enum(checkCodes),
  params: figures,
})
export type Check = z.infer<typeof check>
export type CheckStep = Check['step']

export const connectView = z.strictObject({
  checks: z.array(check),
  /** `at_once`: the station has it. `restart`: it begins anew with it now. `start_again`: the program has to be ended and started. */
  kept: z.enum(['no', 'at_once', 'restart', 'start_again']),
})
export type ConnectView = z.infer<typeof connectView>

export const brakeLinkSet = z.strictObject({ uri: z.string().min(1).max(300), map: z.string().min(1).max(300) })

export const stationsSharing = z.int().min(1).max(10)
export const toleranceSet = z.number().min(0.05).max(5)

export const setUpView = z.strictObject({
  /** Of this station's stores. */
  folder: z.string(),
  /** The service's address; null: no workshop is connected. */
  baseUrl: z.string().nullable(),
  keyInFile: z.boolean(),
  /** Whether a workshop that is connected from here goes into another folder than this station's own: the sandbox's stays as it is. */
  connectsElsewhere: z.boolean(),
  /** Null where no workshop is connected: they are kept with it. */
  settings: z
    .strictObject({
      toleranceMm: z.number(),
      dxfPreset,
      marksByItself: z.boolean(),
      stationsSharingKey: z.int(),
      brake: brakeLinkSet.nullable(),
      /** Where exports go, a whole path. */
      exportFolder: z.string(),
    })
    .nullable(),
  /** Of the settings some count from the station's next start. */
  waitsForRestart: z.boolean(),
  canRestart: z.boolean(),
  pins: z.array(lockedGrant),
  kiosk: z.boolean(),
  language: language.nullable(),
  /** The controllers' files that are here, by name. */
  controllers: z.array(z.string()),
})
export type SetUpView = z.infer<typeof setUpView>

export const portView = z.strictObject({ path: z.string(), address: z.string(), what: z.string() })
export const portsView = z.strictObject({
  ports: z.array(portView),
  /** Why the system does not say; null: it does. */
  problem: z.string().nullable(),
})

export const probeView = z.strictObject({
  /** What is wrong in the controller's file; nobody was asked then. */
  wrong: z.array(wrongPlace),
  /** Null: it answers. */
  fault: z.strictObject({ code: z.enum(brakeFaultCodes), message: z.string() }).nullable(),
  controller: z.string().nullable(),
  answeredAs: z.string().nullable(),
  /** Read only, or so many steps. */
  sends: z.int().nullable(),
  counts: z.enum(['pieces', 'strokes']).nullable(),
  /** As read now, in the file's order. */
  readings: z.array(z.strictObject({ name: z.enum(['safe', 'running', 'counter', 'alarm']), value: z.string() })),
})
export type ProbeView = z.infer<typeof probeView>

export const diagnosticsView = z.strictObject({
  at: instant,
  versions: z.array(z.strictObject({ name: z.string(), version: z.string() })),
  upSeconds: z.number(),
  stores: z.array(
    z.strictObject({
      name: z.enum(['outbox', 'journal', 'cache', 'log', 'exports', 'backups']),
      bytes: z.number(),
      /** What SQLite says of the file; null: it was not asked, or there is nothing to ask. */
      integrity: z.string().nullable(),
    }),
  ),
  /** Null: the system does not say. */
  diskFreeBytes: z.number().nullable(),
  calls: z.strictObject({ today: z.int(), day: z.int(), thisMinute: z.int(), minute: z.int() }),
  /** By how much the service's clock is ahead; null: not known yet. */
  clockOffsetMs: z.number().nullable(),
  pollPauseMs: z.number(),
  lastCalls: z.array(
    z.strictObject({
      at: instant,
      call: z.string(),
      ended: z.string(),
      ms: z.number(),
      requestId: z.string().nullable(),
    }),
  ),
})
export type DiagnosticsView = z.infer<typeof diagnosticsView>

export const logLevels = ['info', 'warn', 'error'] as const
export const logView = z.strictObject({
  lines: z.array(z.strictObject({ at: instant.nullable(), level: z.enum(logLevels), text: z.string() })).max(1_000),
  /** Of the lines looked through, how many there are of each. */
  looked: z.int(),
})
export type LogView = z.infer<typeof logView>

export const supportSteps = ['set_up', 'status', 'diagnostics', 'marks', 'brake', 'tables', 'log', 'secrets'] as const
export const supportView = z.strictObject({
  state: z.enum(['none', 'gathering', 'ready', 'saved', 'cancelled', 'failed']),
  /** Steps that are done, of all of them. */
  done: z.array(z.enum(supportSteps)),
  /** Exactly what the file will hold. */
  files: z.array(z.strictObject({ name: z.string(), bytes: z.int(), text: z.string() })),
  /** How often something secret was struck out. */
  struck: z.int(),
  /** Where it was saved. */
  path: z.string().nullable(),
  /** What failed. */
  message: z.string().nullable(),
})
export type SupportView = z.infer<typeof supportView>

export const backupView = z.strictObject({
  /** The file's name in the folder of backups. */
  name: z.string(),
  madeAt: instant,
  bytes: z.number(),
  marks: z.int(),
  undelivered: z.int(),
  /** Why it cannot be restored here; null: it can. */
  refused: z.enum(['damaged', 'newer', 'of_another']).nullable(),
})
export type BackupView = z.infer<typeof backupView>
export const backupsView = z.strictObject({ folder: z.string(), backups: z.array(backupView) })
export type BackupsView = z.infer<typeof backupsView>
