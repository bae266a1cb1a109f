// The calls about the other stations of the workshop. Pure.
import * as z from 'zod'
import { pin, stationAddress, stationsView, workElsewhere } from '../views/index.ts'
import { freeText, noFields, stationName, type CallShape } from './call.ts'

export const stationCalls = {
  'stations.work': {
    purpose: 'Reads what other stations bend, mark, count, stop and plan, by sheet.',
    in: noFields,
    out: workElsewhere,
    grant: 'operate',
    automatic: true,
  },
  'stations.release': {
    purpose: 'Releases a drawing that another station reported as wrong, at all stations.',
    in: z.strictObject({ stopId: z.string().max(64), by: freeText, reason: freeText }),
    out: workElsewhere,
    grant: 'oversee',
    automatic: false,
  },
  'stations.read': {
    purpose: 'Reads how this station is linked to the others.',
    in: noFields,
    out: stationsView,
    grant: 'maintain',
    automatic: true,
  },
  'stations.change': {
    purpose: 'Turns the link to other stations on or off, and sets its name, interface, port and typed addresses.',
    in: z.strictObject({
      isOn: z.boolean(),
      name: stationName,
      address: z.string().max(45),
      port: z.int().min(1).max(65_535),
      typedAddresses: z.array(stationAddress).max(50),
    }),
    out: stationsView,
    grant: 'maintain',
    automatic: false,
  },
  'stations.open_pairing': {
    purpose: 'Opens pairing mode for three minutes.',
    in: noFields,
    out: stationsView,
    grant: 'maintain',
    automatic: false,
  },
  'stations.close_pairing': {
    purpose: 'Closes pairing mode.',
    in: noFields,
    out: stationsView,
    grant: 'maintain',
    automatic: false,
  },
  'stations.pair': {
    purpose: 'Begins to pair with the station at an address whose pairing mode is open.',
    in: stationAddress,
    out: stationsView,
    grant: 'maintain',
    automatic: false,
  },
  'stations.confirm': {
    purpose: 'Confirms a pairing with the digits of the other screen and the PIN of this station.',
    in: z.strictObject({ digits: z.string().max(20), pin }),
    out: stationsView,
    grant: 'maintain',
    automatic: false,
  },
  'stations.revoke': {
    purpose: 'Revokes a station permanently, at all stations.',
    in: z.strictObject({ fingerprint: z.string().max(64) }),
    out: stationsView,
    grant: 'maintain',
    automatic: false,
  },
} as const satisfies Record<string, CallShape>
