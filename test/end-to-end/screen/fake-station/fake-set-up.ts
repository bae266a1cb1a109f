// The set-up calls of the fake station. A test sets what each answers.
import {
  CallError,
  noUpdates,
  type CallIn,
  type CallName,
  type CallOut,
  type SetUpView,
  type Station,
  type UpdateView,
  type setUpCalls,
  type toolCalls,
} from '../../../../shared/station-api/index.ts'
import {
  emptySetUp,
  noBackups,
  noSupport,
  silentProbe,
  someDiagnostics,
} from '../../../integration/station-api/small-set-up.ts'
import { fakeTools } from './fake-tools.ts'

type UpdateCall = 'shell.update_read' | 'shell.update_look' | 'shell.update_agree'
type SetUpCall = keyof typeof setUpCalls | keyof typeof toolCalls | UpdateCall

export interface FakeSetUp {
  view: SetUpView
  /** The answer of `setup.command`. */
  commandStart: string
  /** The answer of `setup.connect`. */
  connected: CallOut<'setup.connect'>
  /** The inputs of `setup.connect`, without the key. */
  connectCalls: Omit<CallIn<'setup.connect'>, 'key'>[]
  probe: CallOut<'setup.probe'>
  ports: CallOut<'setup.ports'>
  diagnostics: CallOut<'setup.diagnostics'>
  log: CallOut<'setup.log'>
  support: CallOut<'support.read'>
  backups: CallOut<'backup.list'>
  /** The update of the desktop shell; a browser has no updates. */
  update: UpdateView
}

export const newFakeSetUp = (): FakeSetUp => ({
  view: {
    ...emptySetUp,
    baseUrl: 'https://verksted.example/api/v1',
    settings: {
      toleranceMm: 0.3,
      dxfPreset: 'inventor',
      marksByItself: false,
      stationsSharingKey: 3,
      brake: null,
      exportFolder: '/srv/kant/exports',
    },
  },
  commandStart: '/opt/Kant/kant',
  connected: { checks: [], storeResult: 'no' },
  connectCalls: [],
  probe: silentProbe,
  ports: {
    ports: [{ path: '/dev/ttyUSB0', address: 'serial:?vendor=0403&product=6001', description: 'FTDI · 0403:6001' }],
    problem: null,
  },
  diagnostics: someDiagnostics,
  log: { lines: [], searchedEntries: 0 },
  support: noSupport,
  backups: noBackups,
  update: noUpdates,
})

export function fakeSetUp(data: FakeSetUp, admit: (name: CallName) => void): Pick<Station['handlers'], SetUpCall> {
  const answer =
    <Out>(name: CallName, read: () => Out) =>
    (): Out => {
      admit(name)
      return read()
    }
  return {
    'setup.read': answer('setup.read', () => data.view),
    'setup.command': answer('setup.command', () => ({ start: data.commandStart })),
    'setup.connect': ({ baseUrl, stationsSharingKey, keep }) => {
      admit('setup.connect')
      data.connectCalls.push({ baseUrl, stationsSharingKey, keep })
      return data.connected
    },
    'setup.change': ({ kiosk = data.view.kiosk, ...changed }) => {
      admit('setup.change')
      if (changed.exportFolder === '/nowhere') throw new CallError('folder_missing', 'there is no such folder')
      const { settings } = data.view
      const given = Object.fromEntries(Object.entries(changed).filter(([, value]) => value !== undefined))
      data.view = { ...data.view, kiosk, settings: settings === null ? null : { ...settings, ...given } }
      return data.view
    },
    'pin.set': ({ grant, pin }) => {
      admit('pin.set')
      const others = data.view.pins.filter((one) => one !== grant)
      data.view = { ...data.view, pins: pin === null ? others : [...others, grant] }
      return data.view
    },
    'setup.ports': answer('setup.ports', () => data.ports),
    'setup.probe': answer('setup.probe', () => data.probe),
    'setup.diagnostics': answer('setup.diagnostics', () => data.diagnostics),
    'setup.log': answer('setup.log', () => data.log),
    'support.gather': answer('support.gather', () => data.support),
    'support.read': answer('support.read', () => data.support),
    'support.cancel': answer('support.cancel', () => data.support),
    'support.save': answer('support.save', () => data.support),
    'backup.list': answer('backup.list', () => data.backups),
    'backup.make': answer('backup.make', () => data.backups),
    'backup.restore': answer('backup.restore', () => ({})),
    'station.restart': answer('station.restart', () => ({})),
    ...fakeTools(admit),
    'shell.update_read': answer('shell.update_read', () => data.update),
    'shell.update_look': answer('shell.update_look', () => data.update),
    'shell.update_agree': ({ version }) => {
      admit('shell.update_agree')
      if (data.update.nextVersion === version) data.update = { ...data.update, state: 'waits' }
      return data.update
    },
  }
}
