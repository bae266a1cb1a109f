// The technician's calls: settings, tests of each set-up step, diagnostics, support bundle, backup and restore. Pure.
import * as z from 'zod'
import {
  backupsView,
  brakeLinkSetting,
  connectView,
  diagnosticsView,
  dxfPreset,
  lockedGrant,
  logLevels,
  logView,
  pin,
  portsView,
  probeView,
  setUpView,
  stationsSharing,
  supportView,
  toleranceSetting,
} from '../views/index.ts'
import { noFields, type CallShape } from './call.ts'

export const setUpCalls = {
  'setup.read': {
    purpose: 'Reads how the station is set up.',
    in: noFields,
    out: setUpView,
    grant: 'maintain',
    automatic: true,
  },
  'setup.command': {
    purpose: 'Reads how the technician writes a command of this station in a terminal.',
    in: noFields,
    out: z.strictObject({
      /** The beginning of the line, such as `/opt/Kant/kant --data /srv/kant`; the command's name and arguments follow. */
      start: z.string(),
    }),
    // a forgotten PIN is replaced by a command, and the page that says so is locked
    grant: 'operate',
    automatic: true,
  },
  'setup.connect': {
    purpose:
      'Tests address and key against the service step by step and, with `keep` and no failed step, stores both; with `key` null it tests the stored key.',
    in: z.strictObject({
      baseUrl: z.string().max(300),
      /** No answer, push or log entry of the station contains it. */
      key: z.string().max(300).nullable(),
      stationsSharingKey: stationsSharing,
      keep: z.boolean(),
    }),
    out: connectView,
    grant: 'maintain',
    automatic: false,
  },
  'setup.change': {
    purpose:
      'Changes the settings that are present; a changed brake link or export folder applies from the next start.',
    in: z.strictObject({
      toleranceMm: toleranceSetting.optional(),
      dxfPreset: dxfPreset.optional(),
      marksByItself: z.boolean().optional(),
      stationsSharingKey: stationsSharing.optional(),
      brake: brakeLinkSetting.nullable().optional(),
      /** The full path of an existing folder; null: the default. */
      exportFolder: z.string().trim().min(1).max(1_000).nullable().optional(),
      kiosk: z.boolean().optional(),
    }),
    out: setUpView,
    grant: 'maintain',
    automatic: false,
  },
  'pin.set': {
    purpose: 'Sets the PIN of a grant, or with `pin` null removes it.',
    in: z.strictObject({ grant: lockedGrant, pin: pin.nullable() }),
    out: setUpView,
    grant: 'maintain',
    automatic: false,
  },
  'setup.ports': {
    purpose: 'Lists the serial ports of this computer.',
    in: noFields,
    out: portsView,
    grant: 'maintain',
    automatic: true,
  },
  'setup.probe': {
    purpose:
      'Identifies the controller behind an address without writing to it; for the connection that the station itself uses, returns what the station knows.',
    in: brakeLinkSetting,
    out: probeView,
    grant: 'maintain',
    automatic: false,
  },
  'setup.diagnostics': {
    purpose: 'Reads versions, store sizes, call counts and the last calls; `integrity` also checks the databases.',
    in: z.strictObject({ integrity: z.boolean() }),
    out: diagnosticsView,
    grant: 'maintain',
    automatic: true,
  },
  'setup.log': {
    purpose: 'Reads the last log entries of at least a level that contain a text, newest first.',
    in: z.strictObject({ level: z.enum(logLevels), text: z.string().max(200) }),
    out: logView,
    grant: 'maintain',
    automatic: true,
  },
  'support.gather': {
    purpose: 'Begins to collect the support bundle; `support.read` reports the progress.',
    in: noFields,
    out: supportView,
    grant: 'maintain',
    automatic: false,
  },
  'support.read': {
    purpose: 'Reads the state of the support bundle.',
    in: noFields,
    out: supportView,
    grant: 'maintain',
    automatic: true,
  },
  'support.cancel': {
    purpose: 'Cancels the collection of the support bundle.',
    in: noFields,
    out: supportView,
    grant: 'maintain',
    automatic: false,
  },
  'support.save': {
    purpose: 'Saves the support bundle next to the exports, byte for byte as it was shown.',
    in: noFields,
    out: supportView,
    grant: 'maintain',
    automatic: false,
  },
  'backup.list': {
    purpose: 'Lists the backups of the store of marks.',
    in: noFields,
    out: backupsView,
    grant: 'maintain',
    automatic: true,
  },
  'backup.make': {
    purpose: 'Makes a backup of the store of marks and returns the list.',
    in: noFields,
    out: backupsView,
    grant: 'maintain',
    automatic: false,
  },
  'backup.restore': {
    purpose:
      'Sets the present store aside, replaces it by a backup and restarts the station, which verifies undelivered marks at the service before it sends them.',
    in: z.strictObject({ name: z.string().max(200) }),
    out: noFields,
    grant: 'maintain',
    automatic: false,
  },
  'station.restart': {
    purpose: 'Restarts the station with the current settings; screens reconnect automatically.',
    in: noFields,
    out: noFields,
    grant: 'maintain',
    automatic: false,
  },
} as const satisfies Record<string, CallShape>
