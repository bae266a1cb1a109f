// The link to the brake in sentences for a technician at a terminal: how it stands, what a program says, and of each fault the next
// step. Pure.
import { pieceName } from '../../../shared/planning/index.ts'
import type { BrakeFaultCode, BrakeProgramView, BrakeView } from '../../../shared/station-api/index.ts'
import type { SerialPortFound } from '../../brake/index.ts'

/** What to do next; `uri` is the line's address, `holder` the program that has the port where that is known. */
export function nextStep(code: BrakeFaultCode, uri: string, holder: string | null = null): string {
  // no cable leads to a folder
  if (uri.startsWith('folder:') && (code === 'no_answer' || code === 'refused'))
    return 'Look whether the folder is there, whether the share that it lies on is mounted, and whether this user may write into it.'
  switch (code) {
    case 'unplugged':
      return 'Put the cable back, at this computer and at the controller. The station finds it again by itself.'
    case 'port_busy':
      return holder === null
        ? 'Another program has the port. End it: a terminal program, a second station, or ModemManager.'
        : `${holder} has the port. End that program, and try again.`
    case 'permission_denied':
      return 'This user may not open the port: "sudo usermod -aG dialout $USER", log out and in again. Or copy resources/udev/60-kant-brake.rules to /etc/udev/rules.d and run "sudo udevadm control --reload && sudo udevadm trigger".'
    case 'not_found':
      return uri.startsWith('tcp:')
        ? 'There is no such host: look at the address of the serial server.'
        : '"kant ports" lists the ports that are there. A port that changes its name is better given by its numbers: serial:?vendor=…&product=….'
    case 'line_refused':
      return 'Nobody listens there: look at the address and the port of the serial server, and whether it is on.'
    case 'io_error':
      return 'The system could not read or write. Pull the converter out and put it back; where that does not help, try another one.'
    case 'line_closed':
    case 'line_ended':
      return 'The other side closed the line. It is tried again by itself.'
    case 'no_answer':
      return 'Nothing came back. In this order: is the controller on and its communication switched on; is the cable the right one (on RS-485, A and B changed over); are speed, parity and bits the same on both sides (a controller passes over in silence what comes otherwise); is the unit number that of the controller.'
    case 'bad_frame':
      return 'What came is noise: the parity, the bits or the speed is another than the controller’s (?baud=…&parity=…&bits=…&stop=…), or it speaks another protocol.'
    case 'wrong_unit':
      return 'Another unit answers: set "unit" in the controller’s file to the number that the controller has, and see that no two on the line have the same.'
    case 'refused':
      return 'The controller said no: look whether the address and the function code in the controller’s file are those of its handbook, and whether it is in the mode in which it takes programs.'
    case 'not_safe':
      return 'The machine does not stand safely still: end the cycle, raise the beam, and try again. Nothing was sent.'
    case 'running':
      return 'The machine runs: let the cycle end, and try again. Nothing was sent.'
    case 'out_of_range':
      return 'A value lies outside what the controller’s file allows: look at the piece, or at "least" and "greatest" in the file.'
    case 'read_only':
      return 'The controller’s file declares no safe state: nothing is ever written. Find the register in the handbook that says that the machine stands still, and write it into the file as "safe".'
    case 'not_a_number':
      return 'The register holds no number: look at its type and word order in the controller’s file.'
    case 'mismatch':
      return 'The controller holds something else than what was sent. Look at types, scales and addresses in its file, and at the program at the controller, before anything is bent.'
    case 'not_read_back':
      return 'This controller sends nothing back: compare the program at the controller line by line before anything is bent.'
    case 'cancelled':
      return 'Nothing was loaded. Send it again when you want to.'
    case 'link_wrong':
      return 'Set it again: "kant brake link URI CONTROLLER".'
    case 'map_wrong':
      return 'Put the line of the controller’s file right, and start the station again.'
    case 'counter_jumped_back':
    case 'counter_jumped_ahead':
      return 'Nothing of it is counted. See what the counter at the machine shows, say on the screen that it is still this job, and correct the count by hand.'
    case 'not_counted':
      return 'The pieces were made and are not booked: what stands in the way is said on the sheet.'
  }
}

const states: Record<BrakeView['state'], string> = {
  disconnected: 'no line',
  probing: 'the line is open, nobody has answered yet',
  ready: 'ready',
  uploading: 'a program is being sent',
  verified: 'what was sent is loaded and was read back',
  running: 'it runs',
  piece_done: 'loaded, and pieces were counted',
  alarm: 'it reports an alarm',
  stale: 'nothing was heard for a while: nothing is known',
}

/** Each a sentence, the most important first. */
export function describeBrake(view: BrakeView): string[] {
  const { link, state, fault, identity, readOnly, loaded, now, alarms } = view
  if (link === null) return ['This station is linked to no brake: "kant brake link URI CONTROLLER" links it.']
  const { commissioned } = link
  return [
    `Brake: ${states[state]}.`,
    ...(fault === null ? [] : [`${fault.message}${addressSuffix(fault.address)}. ${nextStep(fault.code, link.uri)}`]),
    `Line: ${link.uri}, ${link.driver}${link.map === null ? '' : `, "${link.map}"`}.`,
    commissioned === null
      ? 'UNVERIFIED: nothing is sent before "kant brake commission --by NAME" has passed on this machine.'
      : `Proven on this machine by ${commissioned.by}, ${commissioned.at}.`,
    ...(readOnly === null || readOnly === 'not_commissioned' ? [] : [readOnlyWords[readOnly]]),
    ...(identity === null ? [] : [`Answers as: ${identity}.`]),
    ...(loaded === null ? [] : [describeLoaded(loaded)]),
    ...(now === null ? [] : [describeNow(now)]),
    ...alarms.map(({ code, text }) => `Alarm ${code}${text === '' ? '' : `: ${text}`}.`),
  ]
}

const readOnlyWords = {
  no_safe_register: 'Read only: the controller’s file declares no safe state.',
  no_program_layout: 'Read only: the controller’s file does not say where a program goes.',
}

function describeLoaded(loaded: NonNullable<BrakeView['loaded']>): string {
  const { sheetId, pieceNo, version, counted, done, wanted, waitsForPerson, uncounted } = loaded
  const waits = waitsForPerson
    ? ` It waits for a person to say that it is still this job${uncounted === null ? '' : `; ${uncounted} were made since`}.`
    : ''
  return `Loaded: piece ${pieceName(pieceNo, 'length')} of sheet ${sheetId}, program version ${version}; ${counted} counted by the controller, ${done} of ${wanted} done.${waits}`
}

const word = (is: boolean | null, yes: string, no: string): string[] => (is === null ? [] : [is ? yes : no])

function describeNow({ running, safe, counter, counts }: NonNullable<BrakeView['now']>): string {
  const said = [
    ...word(running, 'runs', 'does not run'),
    ...word(safe, 'safe', 'not safe'),
    ...(counter === null ? [] : [`${counter} ${counts ?? ''} on its counter`]),
  ]
  return said.length === 0 ? 'It tells nothing of itself.' : `Now: ${said.join(', ')}.`
}

export const addressSuffix = (address: number | null): string => (address === null ? '' : ` (address ${address})`)

/** A table of the steps, as they are to be looked through before anything is sent. */
export function describeProgram({ name, pieceNo, version, steps }: BrakeProgramView): string[] {
  const rows = steps.map((step) =>
    [
      step.stepNo,
      step.bend,
      step.direction,
      `${step.includedDeg.toFixed(1)}°`,
      `${step.correctionDeg >= 0 ? '+' : ''}${step.correctionDeg.toFixed(1)}°`,
      step.gaugeMm.toFixed(1),
      step.lengthMm.toFixed(0),
      step.thicknessMm.toFixed(2),
      step.toolName,
      handlingOf(step),
    ].map(String),
  )
  const heads = ['step', 'bend', 'fold', 'angle', 'corr.', 'gauge', 'length', 'plate', 'tool', 'before']
  const widths = heads.map((head, column) => Math.max(head.length, ...rows.map((row) => row[column]?.length ?? 0)))
  const lined = (row: readonly string[]): string =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd()
  return [
    `${name}, piece ${pieceName(pieceNo, 'length')}, program version ${version}:`,
    lined(heads),
    ...rows.map(lined),
  ]
}

function handlingOf({ flipped, turned, edge }: BrakeProgramView['steps'][number]): string {
  const how = flipped ? (turned ? 'flip and half turn' : 'flip') : turned ? 'half turn' : null
  return how === null ? '' : `${how}: edge of the ${edge} flange to the gauge`
}

/** Each port with the address by which Kant finds it again, also under another name. */
export function describePorts(ports: readonly SerialPortFound[]): string[] {
  if (ports.length === 0)
    return ['No serial port is known to this computer. A converter shows within seconds of being put in.']
  return ports.flatMap(({ path, maker, vendor, product, serial }) => {
    const numbers = Object.entries({ vendor, product, serial }).filter(([, value]) => value !== null)
    const byNumbers = new URLSearchParams(Object.fromEntries(numbers.map(([name, value]) => [name, value ?? ''])))
    return [
      `${path}${maker === null ? '' : `   ${maker}`}`,
      `    serial:${path}?baud=19200&parity=even`,
      ...(vendor === null
        ? []
        : [`    serial:?${byNumbers.toString()}&baud=19200&parity=even   finds it under any name`]),
    ]
  })
}
