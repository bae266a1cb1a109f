// The calls about other stations on the fake station, which is alone until a test says otherwise.
import type { Station, stationCalls, StationsView, WorkElsewhere } from '../../../../shared/station-api/index.ts'

/** A station whose link to others was never turned on. */
export const aloneView: StationsView = {
  isOn: false,
  problem: null,
  name: 'Kontor',
  address: '',
  port: 21_570,
  interfaces: [{ name: 'eth0', address: '192.168.1.20' }],
  typedAddresses: [],
  fingerprint: null,
  isFolderCopied: false,
  stations: [],
  pairing: { openForSeconds: 0, closedForSeconds: 0, entriesLeft: 3, ended: null, partner: null },
  addresses: [],
  discovery: 'off',
  hasPin: true,
}

export const nothingElsewhere: WorkElsewhere = { stations: [], stuckMarks: [], sheets: [] }

export function fakeStations(
  station: () => { stations: StationsView; workElsewhere: WorkElsewhere },
  admit: (name: string) => void,
): Pick<Station['handlers'], keyof typeof stationCalls> {
  const answer = (name: keyof typeof stationCalls) => (): StationsView => {
    admit(name)
    return station().stations
  }
  return {
    'stations.work': () => station().workElsewhere,
    'stations.release': ({ stopId }) => {
      admit('stations.release')
      const { workElsewhere } = station()
      for (const sheet of workElsewhere.sheets) sheet.stops = sheet.stops.filter(({ id }) => id !== stopId)
      return workElsewhere
    },
    'stations.read': () => station().stations,
    'stations.change': answer('stations.change'),
    'stations.open_pairing': answer('stations.open_pairing'),
    'stations.close_pairing': answer('stations.close_pairing'),
    'stations.pair': answer('stations.pair'),
    'stations.confirm': answer('stations.confirm'),
    'stations.revoke': answer('stations.revoke'),
  }
}
