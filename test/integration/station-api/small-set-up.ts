// The technician's calls of the small station: one valid input and one answer each.
import type {
  BackupsView,
  CallIn,
  CallName,
  CallOut,
  SetUpView,
  Station,
  SupportView,
} from '../../../shared/station-api/index.ts'

export const setUpInputs = {
  'setup.read': {},
  'setup.command': {},
  'setup.connect': { baseUrl: 'http://127.0.0.1:1/api/v1', key: null, stationsSharingKey: 1, keep: false },
  'setup.change': {},
  'pin.set': { grant: 'plan', pin: null },
  'setup.ports': {},
  'setup.probe': { uri: 'tcp://127.0.0.1:1', map: 'modbus-simulator' },
  'setup.diagnostics': { integrity: false },
  'setup.log': { level: 'info', text: '' },
  'support.gather': {},
  'support.read': {},
  'support.cancel': {},
  'support.save': {},
  'backup.list': {},
  'backup.make': {},
  'backup.restore': { name: 'outbox.db' },
  'station.restart': {},
  'tools.read': {},
  'tools.read_outline': { text: '' },
  'tools.set_outline': {
    kind: 'punch',
    id: 'p',
    outline: [
      { x: 0, y: 0 },
      { x: 10, y: 90 },
      { x: -10, y: 90 },
    ],
    useFigures: false,
    text: '',
  },
  'tools.set_machine_outline': {
    file: '/workshop/machines/press.json',
    part: 'fingers',
    outline: [
      { x: 0, y: 0 },
      { x: 40, y: 0 },
      { x: 0, y: 20 },
    ],
    text: '',
  },
} satisfies { [Name in CallName]?: CallIn<Name> }

type SetUpCall = keyof typeof setUpInputs
type Answer = <Out>(name: CallName, input: unknown, usual: () => Out | Promise<Out>) => Out | Promise<Out>

export const emptySetUp: SetUpView = {
  folder: '/home/verksted/.local/share/kant',
  baseUrl: null,
  keyInFile: false,
  connectsElsewhere: false,
  settings: null,
  needsRestart: false,
  canRestart: true,
  pins: [],
  kiosk: false,
  language: null,
  controllers: ['dnc-text-simulator', 'file-drop', 'modbus-simulator'],
}
export const noSupport: SupportView = {
  state: 'none',
  completedSteps: [],
  files: [],
  redactedSecrets: 0,
  path: null,
  message: null,
}
export const noBackups: BackupsView = { folder: '/home/verksted/.local/share/kant/backups', backups: [] }
export const someDiagnostics: CallOut<'setup.diagnostics'> = {
  takenAt: '2026-11-23T08:00:00.000Z',
  versions: [{ name: 'Kant', version: '0.1.0' }],
  uptimeSeconds: 3_600,
  stores: [{ name: 'outbox', bytes: 217_088, integrity: null }],
  diskFreeBytes: 81_234_567_890,
  calls: { today: 312, day: 5_000, thisMinute: 2, minute: 60 },
  clockOffsetMs: 400,
  pollPauseMs: 30_000,
  lastCalls: [],
}
const noTools: CallOut<'tools.read'> = { file: '/srv/kant/tools.json', tools: [], machines: [], wrong: [] }
export const silentProbe: CallOut<'setup.probe'> = {
  wrong: [],
  fault: { code: 'no_answer', message: 'nothing came back within 1000 ms' },
  controller: null,
  identity: null,
  maxSteps: null,
  counterUnit: null,
  readings: [],
}

export const setUpHandlers = (answer: Answer): Pick<Station['handlers'], SetUpCall> => ({
  'setup.read': (input) => answer('setup.read', input, () => emptySetUp),
  'setup.command': (input) => answer('setup.command', input, () => ({ start: 'kant' })),
  'setup.connect': (input) => answer('setup.connect', input, () => ({ checks: [], storeResult: 'no' as const })),
  'setup.change': (input) => answer('setup.change', input, () => emptySetUp),
  'pin.set': (input) => answer('pin.set', input, () => emptySetUp),
  'setup.ports': (input) => answer('setup.ports', input, () => ({ ports: [], problem: null })),
  'setup.probe': (input) => answer('setup.probe', input, () => silentProbe),
  'setup.diagnostics': (input) => answer('setup.diagnostics', input, () => someDiagnostics),
  'setup.log': (input) => answer('setup.log', input, () => ({ lines: [], searchedEntries: 0 })),
  'support.gather': (input) => answer('support.gather', input, () => noSupport),
  'support.read': (input) => answer('support.read', input, () => noSupport),
  'support.cancel': (input) => answer('support.cancel', input, () => noSupport),
  'support.save': (input) => answer('support.save', input, () => noSupport),
  'backup.list': (input) => answer('backup.list', input, () => noBackups),
  'backup.make': (input) => answer('backup.make', input, () => noBackups),
  'backup.restore': (input) => answer('backup.restore', input, () => ({})),
  'station.restart': (input) => answer('station.restart', input, () => ({})),
  'tools.read': (input) => answer('tools.read', input, () => noTools),
  'tools.read_outline': (input) =>
    answer('tools.read_outline', input, () => ({ kind: 'read' as const, loops: [], notices: [] })),
  'tools.set_outline': (input) =>
    answer('tools.set_outline', input, () => ({ kind: 'stored' as const, tools: noTools })),
  'tools.set_machine_outline': (input) =>
    answer('tools.set_machine_outline', input, () => ({ kind: 'stored' as const, tools: noTools })),
})
