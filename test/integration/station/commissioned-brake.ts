// A station's link to a brake, and the proof of its controller file on this machine.
import { linkOf } from '../../../src-main/brake/session/index.ts'
import { systemClock } from '../../../src-main/platform/clock.ts'
import { storeCommission } from '../../../src-main/station/brake/brake-commissions.ts'
import { readSettings, writeSettings } from '../../../src-main/station/settings/settings.ts'

/** Stores the link to the brake at `uri`, and its commission, in the folder of a closed station. */
export function linkCommissionedBrake(data: string, uri: string, controllerFile: string): void {
  writeSettings(data, { baseUrl: readSettings(data)?.baseUrl ?? '', brake: { uri, map: 'modbus-simulator' } })
  commissionBrake(data, uri, controllerFile)
}

/** Stores the commission of the controller file for the brake at `uri`. */
export function commissionBrake(data: string, uri: string, controllerFile: string): void {
  const named = linkOf(uri, controllerFile, systemClock)
  if (!named.ok) throw new Error(named.error.message)
  const { map, mapHash } = named.value
  storeCommission(data, { uri, mapHash, pressBrakeId: null, map, by: 'KN', at: '2026-11-24T08:00:00.000Z' })
}
