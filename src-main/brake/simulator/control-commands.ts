// The text commands of a running simulator: each is one line, and is answered with text.
import type { Simulator } from './simulator.ts'

const help = [
  'status              shows the state of the machine, the loaded steps and the counts',
  'bend [STROKES]      presses the pedal',
  'pace MS             bends continuously, one stroke every MS milliseconds; 0 stops it',
  'alarm N | clear     raises alarm N, or clears the alarm',
  'reset | count N     sets both counters to 0, or the pieces to N',
  'garble N | drop N   changes one bit of the next N answers, or does not send them',
  'stall | go          ignores all requests, or answers again',
  'late MS             delays every answer by MS milliseconds',
  'unit N | own        answers as unit N, or as its own unit',
  'unplug | plug       pulls the cable out, or plugs it in',
  'writes              shows the number of received write frames, and how many arrived while it was not idle',
] as const

const wholeNumber = (word: string | undefined): number | null =>
  word !== undefined && /^\d{1,9}$/.test(word) ? Number(word) : null

/** Resolves with a description of what was done, or with an error text. */
export async function runControlCommand(simulator: Simulator, line: string): Promise<string> {
  const { machine, faults, modbus } = simulator
  const [word = '', argument] = line.trim().split(/\s+/)
  const number = wholeNumber(argument)
  const withNumber = (set: (value: number) => void): string => {
    if (number === null) return `${word} needs a number`
    set(number)
    return `${word} ${number}`
  }
  switch (word) {
    case '':
      return ''
    case 'help':
      return help.join('\n')
    case 'status':
      return `${machine.state()}, ${machine.stepsLoaded()} steps loaded, ${machine.pieces()} pieces, ${machine.strokes()} strokes, alarm ${machine.alarm()}`
    case 'bend':
      for (let stroke = 0; stroke < (number ?? 1); stroke++) {
        // oxlint-disable-next-line no-await-in-loop
        await machine.bend()
      }
      return `${machine.pieces()} pieces`
    case 'pace':
      return withNumber((everyMs) => machine.setPace(everyMs))
    case 'alarm':
      return withNumber((alarm) => machine.raiseAlarm(alarm))
    case 'clear':
      machine.clearAlarm()
      return word
    case 'reset':
      machine.reset()
      return word
    case 'count':
      return withNumber((pieces) => machine.setPieces(pieces))
    case 'garble':
      return withNumber((value) => (faults.garbled = value))
    case 'drop':
      return withNumber((value) => (faults.dropped = value))
    case 'late':
      return withNumber((value) => (faults.lateMs = value))
    case 'stall':
    case 'go':
      faults.stalled = word === 'stall'
      return word
    case 'unit':
      return modbus === null ? 'DNC has no units' : withNumber(modbus.answerAs)
    case 'own':
      modbus?.answerAs(null)
      return word
    case 'unplug':
      await simulator.unplug()
      return word
    case 'plug':
      await simulator.plugIn()
      return word
    case 'writes': {
      const writes = modbus?.writes ?? []
      return `${writes.length} writes, ${writes.filter(({ state }) => state !== 'idle').length} of them while it was not idle`
    }
    default:
      return `"${word}" is not a command; "help" lists the commands`
  }
}
