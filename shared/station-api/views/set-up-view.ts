// What the set-up screen shows: settings, the result of each set-up step, diagnostics, the support bundle and backups. Pure.
import * as z from 'zod'
import { instant } from '../../workshop-api/index.ts'
import { lockedGrant } from './access-view.ts'
import { brakeFaultCodes } from './machine/index.ts'
import { dxfPreset } from './export-view.ts'
import { language } from './shell-view.ts'
import { wrongPlace } from './workshop-view.ts'

export const figures = z.record(z.string(), z.union([z.string(), z.number()]))

/** The steps in the order in which they are tested. The steps after a wrong one are not tested. */
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
  /** A code to translate, with the values that the sentence contains. */
  code: z.enum(checkCodes),
  params: figures,
})
export type Check = z.infer<typeof check>
export type CheckStep = Check['step']

export const connectView = z.strictObject({
  checks: z.array(check),
  /**
   * `no`: the connection was not stored. Otherwise it was: the station uses it (`at_once`), restarts with it (`restart`), or uses it after
   * a person has restarted the program (`start_again`).
   */
  storeResult: z.enum(['no', 'at_once', 'restart', 'start_again']),
})
export type ConnectView = z.infer<typeof connectView>

export const brakeLinkSetting = z.strictObject({ uri: z.string().min(1).max(300), map: z.string().min(1).max(300) })

export const stationsSharing = z.int().min(1).max(10)
export const toleranceSetting = z.number().min(0.05).max(5)

export const setUpView = z.strictObject({
  /** The data folder of this station. */
  folder: z.string(),
  /** The service's address; null: no workshop is connected. */
  baseUrl: z.string().nullable(),
  keyInFile: z.boolean(),
  /** Whether a workshop that is connected here gets a data folder of its own, because this station is the sandbox's. */
  connectsElsewhere: z.boolean(),
  /** Null: no workshop is connected. Settings are stored per workshop. */
  settings: z
    .strictObject({
      toleranceMm: z.number(),
      dxfPreset,
      marksByItself: z.boolean(),
      stationsSharingKey: z.int(),
      brake: brakeLinkSetting.nullable(),
      /** The full path of the export folder. */
      exportFolder: z.string(),
    })
    .nullable(),
  /** Some changed settings apply from the station's next start. */
  needsRestart: z.boolean(),
  canRestart: z.boolean(),
  pins: z.array(lockedGrant),
  kiosk: z.boolean(),
  language: language.nullable(),
  /** The names of the available controller files. */
  controllers: z.array(z.string()),
})
export type SetUpView = z.infer<typeof setUpView>

export const portView = z.strictObject({ path: z.string(), address: z.string(), description: z.string() })
export const portsView = z.strictObject({
  ports: z.array(portView),
  /** Why the ports cannot be listed; null: they can. */
  problem: z.string().nullable(),
})

export const probeView = z.strictObject({
  /** The faults in the controller's file. With one, the controller was not contacted. */
  wrong: z.array(wrongPlace),
  /** Null: the controller answers. */
  fault: z.strictObject({ code: z.enum(brakeFaultCodes), message: z.string() }).nullable(),
  controller: z.string().nullable(),
  identity: z.string().nullable(),
  /** The number of steps that can be sent; null: read only. */
  maxSteps: z.int().nullable(),
  counterUnit: z.enum(['pieces', 'strokes']).nullable(),
  /** The values now, in the order of the file. */
  readings: z.array(z.strictObject({ name: z.enum(['safe', 'running', 'counter', 'alarm']), value: z.string() })),
})
export type ProbeView = z.infer<typeof probeView>

export const diagnosticsView = z.strictObject({
  takenAt: instant,
  versions: z.array(z.strictObject({ name: z.string(), version: z.string() })),
  uptimeSeconds: z.number(),
  stores: z.array(
    z.strictObject({
      name: z.enum(['outbox', 'journal', 'cache', 'log', 'exports', 'backups']),
      bytes: z.number(),
      /** The result of SQLite's integrity check; null: not checked, or not a database. */
      integrity: z.string().nullable(),
    }),
  ),
  /** Null: unknown. */
  diskFreeBytes: z.number().nullable(),
  calls: z.strictObject({ today: z.int(), day: z.int(), thisMinute: z.int(), minute: z.int() }),
  /** How far the service's clock is ahead; null: not known yet. */
  clockOffsetMs: z.number().nullable(),
  pollPauseMs: z.number(),
  lastCalls: z.array(
    z.strictObject({
      endedAt: instant,
      call: z.string(),
      outcome: z.string(),
      durationMs: z.number(),
      requestId: z.string().nullable(),
    }),
  ),
})
export type DiagnosticsView = z.infer<typeof diagnosticsView>

export const logLevels = ['info', 'warn', 'error'] as const
export const logView = z.strictObject({
  lines: z
    .array(z.strictObject({ loggedAt: instant.nullable(), level: z.enum(logLevels), text: z.string() }))
    .max(1_000),
  /** The number of entries that were searched. */
  searchedEntries: z.int(),
})
export type LogView = z.infer<typeof logView>

export const supportSteps = ['set_up', 'status', 'diagnostics', 'marks', 'brake', 'tables', 'log', 'secrets'] as const
export const supportView = z.strictObject({
  state: z.enum(['none', 'gathering', 'ready', 'saved', 'cancelled', 'failed']),
  /** The completed steps. */
  completedSteps: z.array(z.enum(supportSteps)),
  /** The exact content of the bundle. */
  files: z.array(z.strictObject({ name: z.string(), bytes: z.int(), text: z.string() })),
  /** The number of secrets that were redacted. */
  redactedSecrets: z.int(),
  /** Where the bundle was saved. */
  path: z.string().nullable(),
  /** Why it failed. */
  message: z.string().nullable(),
})
export type SupportView = z.infer<typeof supportView>

export const backupView = z.strictObject({
  /** The name of the file in the backup folder. */
  name: z.string(),
  createdAt: instant,
  bytes: z.number(),
  marks: z.int(),
  undelivered: z.int(),
  /** Why this station cannot restore it; null: it can. */
  refusal: z.enum(['damaged', 'newer', 'of_another']).nullable(),
})
export type BackupView = z.infer<typeof backupView>
export const backupsView = z.strictObject({ folder: z.string(), backups: z.array(backupView) })
export type BackupsView = z.infer<typeof backupsView>
