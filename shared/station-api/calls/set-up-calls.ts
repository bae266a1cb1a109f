// The technician's calls: setting up, testing each step, looking inside, support bundle, backup and restore. Pure.
import * as z from 'zod'
import { lockedGrant, pin } from '../access.ts'
import { dxfPreset } from '../export-view.ts'
import {
  backupsView,
  brakeLinkSet,
  connectView,
  diagnosticsView,
  logLevels,
  logView,
  portsView,
  probeView,
  setUpView,
  stationsSharing,
  supportView,
  toleranceSet,
} from '../set-up-view.ts'
import { nothing, type CallShape } from './call.ts'

export const setUpCalls = {
  'setup.read': { in: nothing, out: setUpView, grant: 'maintain', byItself: true },
  /**
   * Tests address and key against the service, step by step; with `keep`, and where no step is wrong, keeps both. `key`: null takes
   * the one that is kept. It goes this way once: nothing that the station says holds it.
   */
  'setup.connect': {
    in: z.strictObject({
      baseUrl: z.string().max(300),
      key: z.string().max(300).nullable(),
      stationsSharingKey: stationsSharing,
      keep: z.boolean(),
    }),
    out: connectView,
    grant: 'maintain',
  },
  /** What is left out stays. A brake's link is not opened before the station's next start. */
  'setup.change': {
    in: z.strictObject({
      toleranceMm: toleranceSet.optional(),
      dxfPreset: dxfPreset.optional(),
      marksByItself: z.boolean().optional(),
      stationsSharingKey: stationsSharing.optional(),
      brake: brakeLinkSet.nullable().optional(),
      /** A whole path to a folder that is there; null: the usual one. Counts from the station's next start. */
      exportFolder: z.string().trim().min(1).max(1_000).nullable().optional(),
      kiosk: z.boolean().optional(),
    }),
    out: setUpView,
    grant: 'maintain',
  },
  /** Null takes the PIN away. */
  'pin.set': { in: z.strictObject({ grant: lockedGrant, pin: pin.nullable() }), out: setUpView, grant: 'maintain' },
  /** The serial ports of this computer. */
  'setup.ports': { in: nothing, out: portsView, grant: 'maintain' },
  /** Who answers on that line; nothing is written. Of the line that the station itself has, what the station knows. */
  'setup.probe': { in: brakeLinkSet, out: probeView, grant: 'maintain' },
  /** `integrity`: SQLite looks through the store of marks and the cache, too. */
  'setup.diagnostics': {
    in: z.strictObject({ integrity: z.boolean() }),
    out: diagnosticsView,
    grant: 'maintain',
    byItself: true,
  },
  /** The last lines, newest first: of that level and above, with that text in them. */
  'setup.log': {
    in: z.strictObject({ level: z.enum(logLevels), text: z.string().max(200) }),
    out: logView,
    grant: 'maintain',
    byItself: true,
  },
  /** Begins to gather and answers at once; `support.read` tells how far it is. */
  'support.gather': { in: nothing, out: supportView, grant: 'maintain' },
  'support.read': { in: nothing, out: supportView, grant: 'maintain', byItself: true },
  'support.cancel': { in: nothing, out: supportView, grant: 'maintain' },
  /** Saves what was shown, byte for byte, beside the exports. */
  'support.save': { in: nothing, out: supportView, grant: 'maintain' },
  'backup.list': { in: nothing, out: backupsView, grant: 'maintain' },
  'backup.make': { in: nothing, out: backupsView, grant: 'maintain' },
  /** Puts the present store aside and the backup in its place; the station begins anew. Whatever was under way is looked up before it is sent. */
  'backup.restore': { in: z.strictObject({ name: z.string().max(200) }), out: nothing, grant: 'maintain' },
  /** The station begins anew with what is set; screens connect again by themselves. */
  'station.restart': { in: nothing, out: nothing, grant: 'maintain' },
} as const satisfies Record<string, CallShape>
