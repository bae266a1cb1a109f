// Texts of the brake commands for a technician at a terminal: the state of the connection, a program as a table, and the next step
// after each fault. Pure.
import { angleText } from '../../../shared/bending/index.ts'
import { pieceName } from '../../../shared/planning/index.ts'
import type { BrakeFaultCode, BrakeProgramView, BrakeView } from '../../../shared/station-api/index.ts'
import type { SerialPortFound } from '../../brake/index.ts'

interface FaultPlace {
  /** The address of the connection. */
  readonly uri: string
  /** The beginning of a command line for this station. */
  readonly kant: string
  /** The program that has the port open; null: unknown. */
  readonly holder?: string | null
}

/** What to do after a fault. */
export function nextStep(code: BrakeFaultCode, { uri, kant, holder = null }: FaultPlace): string {
  // a folder has no cable
  if (uri.startsWith('folder:') && (code === 'no_answer' || code === 'refused'))
    return 'Check that the folder exists, that its network share is mounted, and that this user can write to it.'
  switch (code) {
    case 'unplugged':
      return 'Plug the cable in again, at this computer and at the controller. The station reconnects automatically.'
    case 'port_busy':
      return holder === null
        ? 'Another program uses the port. Stop it: a terminal program, a second station, or ModemManager.'
        : `${holder} uses the port. Stop that program, and try again.`
    case 'permission_denied':
      return 'This user has no permission to open the port. Run "sudo usermod -aG dialout $USER", then log out and in again. Or copy resources/udev/60-kant-brake.rules to /etc/udev/rules.d and run "sudo udevadm control --reload && sudo udevadm trigger".'
    case 'not_found':
      return uri.startsWith('tcp:')
        ? 'There is no such host: check the address of the serial server.'
        : `"${kant} ports" lists the available ports. For a port whose name changes, use its numbers: serial:?vendor=…&product=….`
    case 'line_refused':
      return 'Nothing listens there: check the address and the port of the serial server, and that it is switched on.'
    case 'io_error':
      return 'The system could not read or write. Unplug the converter and plug it in again; if that does not help, try another one.'
    case 'line_closed':
    case 'line_ended':
      return 'The other side closed the connection. The station tries again automatically.'
    case 'no_answer':
      return 'No answer. Check in this order: the controller is switched on and its communication is enabled; the cable is the right one (on RS-485, try A and B swapped); speed, parity and bits are the same on both sides (a controller ignores other frames without an error); the unit number is that of the controller.'
    case 'bad_frame':
      return 'The received bytes are invalid: the speed, the parity or the bits differ from the controller’s (?baud=…&parity=…&bits=…&stop=…), or it uses another protocol.'
    case 'wrong_unit':
      return 'Another unit answers: set "unit" in the controller’s file to the number of the controller, and check that no two units on the bus have the same number.'
    case 'refused':
      return 'The controller refused: check that the address and the function code in the controller’s file match its handbook, and that it is in the mode in which it accepts programs.'
    case 'not_safe':
      return 'The machine is not in its safe state: end the cycle, raise the beam, and try again. Nothing was sent.'
    case 'running':
      return 'The machine is running: wait for the end of the cycle, and try again. Nothing was sent.'
    case 'out_of_range':
      return 'A value is outside the range in the controller’s file: check the piece, or "least" and "greatest" in the file.'
    case 'read_only':
      return 'The controller’s file declares no safe state, so nothing is ever written. In the controller’s handbook, find the register that says that the machine stands still, and enter it in the file as "safe".'
    case 'not_a_number':
      return 'The register does not contain a number: check its type and word order in the controller’s file.'
    case 'mismatch':
      return 'The program in the controller differs from the one that was sent. Before you bend, check the types, scales and addresses in its file, and the program at the controller.'
    case 'not_read_back':
      return 'This controller cannot be read back: before you bend, compare the program at the controller line by line.'
    case 'cancelled':
      return 'Nothing was loaded. You can send it again.'
    case 'link_wrong':
      return `Set it again with "${kant} brake link URI CONTROLLER".`
    case 'map_wrong':
      return 'Correct that line of the controller’s file, and restart the station.'
    case 'counter_jumped_back':
    case 'counter_jumped_ahead':
      return 'These pieces are not counted. Read the counter at the machine, confirm on the screen that it is still this job, and correct the count by hand.'
    case 'not_counted':
      return 'The pieces were made and are not booked: the sheet shows the reason.'
  }
}

const states: Record<BrakeView['state'], string> = {
  disconnected: 'not connected',
  probing: 'connected, no answer yet',
  ready: 'ready',
  uploading: 'a program is being sent',
  verified: 'the sent program is loaded and was read back',
  running: 'running',
  piece_done: 'loaded, and pieces were counted',
  alarm: 'reports an alarm',
  stale: 'no answer for a while: the state is unknown',
}

/** A station without a brake. `kant`: the beginning of a command line for this station. */
export const noBrake = (kant: string): string =>
  `This station is not connected to a brake. Run "${kant} brake link URI CONTROLLER".`

/** Sentences, the most important first. `kant`: the beginning of a command line for this station. */
export function describeBrake(view: BrakeView, kant: string): string[] {
  const { link, state, fault, identity, readOnly, loaded, readings, alarms } = view
  if (link === null) return [noBrake(kant)]
  const { commissioned } = link
  return [
    `Brake: ${states[state]}.`,
    ...(fault === null
      ? []
      : [`${fault.message}${addressSuffix(fault.address)}. ${nextStep(fault.code, { uri: link.uri, kant })}`]),
    `Connection: ${link.uri}, ${link.driver}${link.map === null ? '' : `, "${link.map}"`}.`,
    commissioned === null
      ? `UNVERIFIED: nothing is sent before "${kant} brake commission --by NAME" has succeeded on this machine.`
      : `Proven on this machine by ${commissioned.by}, ${commissioned.at}.`,
    ...(readOnly === null || readOnly === 'not_commissioned' ? [] : [readOnlyTexts[readOnly]]),
    ...(identity === null ? [] : [`Answers as: ${identity}.`]),
    ...(loaded === null ? [] : [describeLoaded(loaded)]),
    ...(readings === null ? [] : [describeNow(readings)]),
    ...alarms.map(({ code, text }) => `Alarm ${code}${text === '' ? '' : `: ${text}`}.`),
  ]
}

const readOnlyTexts = {
  no_safe_register: 'Read only: the controller’s file declares no safe state.',
  no_program_layout: 'Read only: the controller’s file does not define where a program is written.',
}

function describeLoaded(loaded: NonNullable<BrakeView['loaded']>): string {
  const { sheetId, pieceNo, version, countedPieces, donePieces, wantedPieces, needsConfirmation, uncountedPieces } =
    loaded
  const waiting = needsConfirmation
    ? ` It waits until a person confirms that it is still this job${uncountedPieces === null ? '' : `; ${uncountedPieces} pieces were made since`}.`
    : ''
  return `Loaded: piece ${pieceName(pieceNo, 'length')} of sheet ${sheetId}, program version ${version}; ${countedPieces} counted by the controller, ${donePieces} of ${wantedPieces} done.${waiting}`
}

const either = (value: boolean | null, ifTrue: string, ifFalse: string): string[] =>
  value === null ? [] : [value ? ifTrue : ifFalse]

function describeNow({ isRunning, isSafe, counter, counterUnit }: NonNullable<BrakeView['readings']>): string {
  const parts = [
    ...either(isRunning, 'runs', 'does not run'),
    ...either(isSafe, 'safe', 'not safe'),
    ...(counter === null ? [] : [`the counter reads ${counter} ${counterUnit ?? ''}`.trimEnd()]),
  ]
  return parts.length === 0 ? 'The controller reports no state.' : `Now: ${parts.join(', ')}.`
}

export const addressSuffix = (address: number | null): string => (address === null ? '' : ` (address ${address})`)

/** A table of the steps, to be checked before the program is sent. */
export function describeProgram({ name, pieceNo, version, steps }: BrakeProgramView): string[] {
  const rows = steps.map((step, index) =>
    [
      step.stepNo,
      step.bend,
      step.direction,
      angleText(step.includedDeg, 'en'),
      `${step.correctionDeg >= 0 ? '+' : ''}${angleText(step.correctionDeg, 'en')}`,
      step.gaugeMm.toFixed(1),
      step.lengthMm.toFixed(0),
      step.thicknessMm.toFixed(2),
      step.toolName,
      [toolChangeOf(step, steps[index - 1]), handlingOf(step), ...notesOf(step, steps)]
        .filter((note) => note !== '')
        .join('; '),
    ].map(String),
  )
  const heads = ['step', 'bend', 'fold', 'angle', 'corr.', 'gauge', 'length', 'thick', 'tool', 'notes']
  const widths = heads.map((head, column) => Math.max(head.length, ...rows.map((row) => row[column]?.length ?? 0)))
  const lineOf = (row: readonly string[]): string =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd()
  return [
    `${name}, piece ${pieceName(pieceNo, 'length')}, program version ${version}:`,
    lineOf(heads),
    ...rows.map(lineOf),
  ]
}

/** The tools that the operator mounts before a step of another set-up. */
function toolChangeOf(
  { setUp, toolName, punchName }: BrakeProgramView['steps'][number],
  before: BrakeProgramView['steps'][number] | undefined,
): string {
  if (before === undefined || before.setUp === setUp) return ''
  return `CHANGE THE TOOLS first: ${toolName}, punch ${punchName ?? 'none'}`
}

function handlingOf({ flipped, turned, edge }: BrakeProgramView['steps'][number]): string {
  const handling = flipped ? (turned ? 'flip and half turn' : 'flip') : turned ? 'half turn' : null
  return handling === null ? '' : `${handling}: edge of the ${edge} flange to the gauge`
}

/** The figures of a step that have no column. Stations and punches are named only where they change. */
function notesOf(step: BrakeProgramView['steps'][number], steps: BrakeProgramView['steps']): string[] {
  const { kind, station, punchName, punchTurned, gaugeLevelMm, retractMm, springbackDeg } = step
  const isSame = (field: 'station' | 'punchName'): boolean => steps.every((other) => other[field] === step[field])
  return [
    kindTexts[kind],
    isSame('station') ? '' : `station ${station}`,
    isSame('punchName') ? '' : `punch ${punchName ?? 'none'}`,
    punchTurned ? 'punch turned' : '',
    gaugeLevelMm === 0 ? '' : `gauge ${gaugeLevelMm.toFixed(2)} mm up`,
    retractMm === 0 ? '' : `retract ${retractMm.toFixed(1)} mm`,
    springbackDeg === null || springbackDeg === 0 ? '' : `springs back ${angleText(springbackDeg, 'en')}`,
  ]
}

const kindTexts = { bend: '', pre_bend: 'pre-bend the hem', flatten: 'flatten the hem', bump: 'stroke of a bump' }

const fieldTexts: Readonly<Record<string, string>> = {
  tool: 'die',
  punch: 'punch',
  punchTurned: 'turned punch',
  station: 'station',
  setUp: 'change of tools',
  gaugeLevelMm: 'backgauge height',
  retractMm: 'backgauge retract',
  springbackDeg: 'springback',
}

/** The figures that the controller has no field for, as one line; null: none. */
export function describeUnsent(unsent: readonly string[]): string | null {
  if (unsent.length === 0) return null
  const fields = unsent.map((field) => fieldTexts[field] ?? field).join(', ')
  return `The controller has no field for: ${fields}. Set it at the machine; the figures are in the table.`
}

/** Each port with its address, and the address that stays the same if the port's name changes. */
export function describePorts(ports: readonly SerialPortFound[]): string[] {
  if (ports.length === 0)
    return ['This computer has no serial port. A converter is listed a few seconds after it is plugged in.']
  return ports.flatMap(({ path, maker, vendor, product, serial }) => {
    const numbers = Object.entries({ vendor, product, serial }).filter(([, value]) => value !== null)
    const byNumbers = new URLSearchParams(Object.fromEntries(numbers.map(([name, value]) => [name, value ?? ''])))
    return [
      `${path}${maker === null ? '' : `   ${maker}`}`,
      `    serial:${path}?baud=19200&parity=even`,
      ...(vendor === null
        ? []
        : [`    serial:?${byNumbers.toString()}&baud=19200&parity=even   works under any port name`]),
    ]
  })
}
