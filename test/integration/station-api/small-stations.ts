// The calls about other stations, for the tests of the contract.
import type { CallIn, CallName, Station, stationCalls, StationsView } from '../../../shared/station-api/index.ts'
import { aloneView, nothingElsewhere } from '../../end-to-end/screen/fake-station/fake-stations.ts'

type Answer = <Out>(name: CallName, input: unknown, usual: () => Out | Promise<Out>) => Out | Promise<Out>

type StationCallName = keyof typeof stationCalls

export const stationInputs: { readonly [Name in StationCallName]: CallIn<Name> } = {
  'stations.work': {},
  'stations.release': { stopId: 'stop', by: 'KARI', reason: 'measured' },
  'stations.read': {},
  'stations.change': { isOn: false, name: 'Kontor', address: '', port: 21_570, typedAddresses: [] },
  'stations.open_pairing': {},
  'stations.close_pairing': {},
  'stations.pair': { address: '192.168.1.20', port: 21_570 },
  'stations.confirm': { digits: '1234 5678', pin: '1234' },
  'stations.revoke': { fingerprint: 'a' },
}

const alone = (): StationsView => aloneView

export function stationHandlers(answer: Answer): Pick<Station['handlers'], StationCallName> {
  return {
    'stations.work': (input) => answer('stations.work', input, () => nothingElsewhere),
    'stations.release': (input) => answer('stations.release', input, () => nothingElsewhere),
    'stations.read': (input) => answer('stations.read', input, alone),
    'stations.change': (input) => answer('stations.change', input, alone),
    'stations.open_pairing': (input) => answer('stations.open_pairing', input, alone),
    'stations.close_pairing': (input) => answer('stations.close_pairing', input, alone),
    'stations.pair': (input) => answer('stations.pair', input, alone),
    'stations.confirm': (input) => answer('stations.confirm', input, alone),
    'stations.revoke': (input) => answer('stations.revoke', input, alone),
  }
}
