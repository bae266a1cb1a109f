// The technician's calls of the held station: what each answers is the test's to say.
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
} from '../../../../shared/station-api/index.ts'
import {
  emptySetUp,
  noBackups,
  noSupport,
  silentProbe,
  someDiagnostics,
} from '../../../integration/station-api/small-set-up.ts'

type UpdateCall = 'shell.update_read' | 'shell.update_look' | 'shell.update_agree'
type SetUpCall = keyof typeof setUpCalls | UpdateCall

export interface HeldSetUp {
  view: SetUpView
  /** What the next connecting answers. */
  connected: CallOut<'setup.connect'>
  /** With what it was asked, but for the key. */
  asked: Omit<CallIn<'setup.connect'>, 'key'>[]
  probe: CallOut<'setup.probe'>
  ports: CallOut<'setup.ports'>
  diagnostics: CallOut<'setup.diagnostics'>
  log: CallOut<'setup.log'>
  support: CallOut<'support.read'>
  backups: CallOut<'backup.list'>
  /** Of the desktop shell, which a browser has not. */
  update: UpdateView
}

export const newHeldSetUp = (): HeldSetUp => ({
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
  connected: { checks: [], kept: 'no' },
  asked: [],
  probe: silentProbe,
  ports: {
    ports: [{ path: '/dev/ttyUSB0', address: 'serial:?vendor=0403&product=6001', what: 'FTDI · 0403:6001' }],
    problem: null,
  },
  diagnostics: someDiagnostics,
  log: { lines: [], looked: 0 },
  support: noSupport,
  backups: noBackups,
  update: noUpdates,
})

export function heldSetUp(held: HeldSetUp, take: (name: CallName) => void): Pick<Station['handlers'], SetUpCall> {
  const taking =
    <Out>(name: CallName, give: () => Out) =>
    (): Out => {
      take(name)
      return give()
    }
  return {
    'setup.read': taking('setup.read', () => held.view),
    'setup.connect': ({ baseUrl, stationsSharingKey, keep }) => {
      take('setup.connect')
      held.asked.push({ baseUrl, stationsSharingKey, keep })
      return held.connected
    },
    'setup.change': ({ kiosk = held.view.kiosk, ...changed }) => {
      take('setup.change')
      if (changed.exportFolder === '/nowhere') throw new CallError('folder_missing', 'there is no such folder')
      const { settings } = held.view
      const given = Object.fromEntries(Object.entries(changed).filter(([, value]) => value !== undefined))
      held.view = { ...held.view, kiosk, settings: settings === null ? null : { ...settings, ...given } }
      return held.view
    },
    'pin.set': ({ grant, pin }) => {
      take('pin.set')
      const others = held.view.pins.filter((one) => one !== grant)
      held.view = { ...held.view, pins: pin === null ? others : [...others, grant] }
      return held.view
    },
    'setup.ports': taking('setup.ports', () => held.ports),
    'setup.probe': taking('setup.probe', () => held.probe),
    'setup.diagnostics': taking('setup.diagnostics', () => held.diagnostics),
    'setup.log': taking('setup.log', () => held.log),
    'support.gather': taking('support.gather', () => held.support),
    'support.read': taking('support.read', () => held.support),
    'support.cancel': taking('support.cancel', () => held.support),
    'support.save': taking('support.save', () => held.support),
    'backup.list': taking('backup.list', () => held.backups),
    'backup.make': taking('backup.make', () => held.backups),
    'backup.restore': taking('backup.restore', () => ({})),
    'station.restart': taking('station.restart', () => ({})),
    'shell.update_read': taking('shell.update_read', () => held.update),
    'shell.update_look': taking('shell.update_look', () => held.update),
    'shell.update_agree': ({ version }) => {
      take('shell.update_agree')
      if (held.update.next === version) held.update = { ...held.update, state: 'waits' }
      return held.update
    },
  }
}
