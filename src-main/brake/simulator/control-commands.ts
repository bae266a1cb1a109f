// What a person can tell a running simulator: a line of words in, a line of words out.
import type { Simulator } from './simulator.ts'

const help = [
  'status              what the machine does, loaded, counted',
  'bend [STROKES]      presses the pedal',
  'pace MS             somebody bends on and on, a stroke every MS; 0 ends it',
  'alarm N | clear     raises an alarm, or takes it away',
  'reset | count N     the counters to zero, or the pieces to N',
  'garble N | drop N   N answers with a wrong bit, or never sent',
  'stall | go          hears nothing, or hears again',
  'late MS             answers come so much later',
  'unit N | own        answers as another unit, or as its own',
  'unplug | plug       the cable',
  'writes              how many write frames came, and how many of them while it was not idle',
] as const

const whole = (word: string | undefined): number | null =>
  word !== undefined && /^\d{1,9}$/.test(word) ? Number(word) : null

/** Answers with what was done, or what was not understood. */
export async function runControlCommand(simulator: Simulator, line: string): Promise<string> {
  const { machine, faults, modbus } = simulator
  const [word = '', figure] = line.trim().split(/\s+/)
  const number = whole(figure)
  const counted = (set: (value: number) => void): string => {
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
      return counted(machine.setPace)
    case 'alarm':
      return counted(machine.raise)
    case 'clear':
      machine.clear()
      return word
    case 'reset':
      machine.reset()
      return word
    case 'count':
      return counted(machine.setPieces)
    case 'garble':
      return counted((value) => (faults.garbled = value))
    case 'drop':
      return counted((value) => (faults.dropped = value))
    case 'late':
      return counted((value) => (faults.lateMs = value))
    case 'stall':
    case 'go':
      faults.stalled = word === 'stall'
      return word
    case 'unit':
      return modbus === null ? 'DNC has no units' : counted(modbus.answerAs)
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
      return `"${word}" is not understood: help`
  }
}
