// `npm run brake-simulator`: a simulated press brake on a pseudo terminal or a TCP port, controlled by commands on standard input. The
// first line that it prints is the address for Kant.
import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { runControlCommand, startSimulator } from '../brake/simulator/index.ts'
import { messageOf } from '../platform/message-of.ts'
import { systemClock } from '../platform/clock.ts'

const usage = `npm run brake-simulator -- [--controller FILE] [--pty PATH | --tcp PORT] [--baud 19200] [--parity even] [--bits 8]
                          [--stroke MS] [--pace MS] [--turnaround MS] [--end-with-stdin]
FILE is a Modbus map or a DNC template; default: resources/controllers/modbus-simulator.json.
--pace: the machine bends continuously, a stroke every MS. Commands are read from standard input; "help" lists them.`

async function run(): Promise<void> {
  const { values } = parseArgs({
    options: {
      controller: {
        type: 'string',
        default: join(import.meta.dirname, '../../resources/controllers/modbus-simulator.json'),
      },
      pty: { type: 'string' },
      tcp: { type: 'string' },
      baud: { type: 'string', default: '19200' },
      parity: { type: 'string', default: 'even' },
      bits: { type: 'string', default: '8' },
      stroke: { type: 'string', default: '2000' },
      pace: { type: 'string', default: '0' },
      turnaround: { type: 'string', default: '5' },
      help: { type: 'boolean', default: false },
      'end-with-stdin': { type: 'boolean', default: false },
    },
  })
  if (values.help) {
    console.log(usage)
    return
  }
  const numberOption = (name: 'baud' | 'stroke' | 'pace' | 'turnaround' | 'tcp'): number => {
    const text = values[name] ?? ''
    if (!/^\d{1,7}$/.test(text)) throw new Error(`--${name} ${text} is not a number`)
    return Number(text)
  }
  const { parity } = values
  if (parity !== 'none' && parity !== 'even' && parity !== 'odd')
    throw new Error(`--parity ${parity} is not none, even or odd`)
  const simulator = await startSimulator({
    controllerFile: readFileSync(values.controller, 'utf8'),
    endpoint:
      values.tcp === undefined
        ? { path: values.pty ?? join(tmpdir(), `kant-brake-${process.pid}`) }
        : { port: numberOption('tcp') },
    baud: numberOption('baud'),
    parity,
    bits: values.bits === '7' ? 7 : 8,
    turnaroundMs: numberOption('turnaround'),
    strokeMs: numberOption('stroke'),
    clock: systemClock,
    random: Math.random,
  })
  const close = async (): Promise<void> => {
    await simulator.close()
    process.exit(0)
  }
  process.once('SIGTERM', () => void close())
  process.once('SIGINT', () => void close())
  const pace = numberOption('pace')
  if (pace > 0) simulator.machine.setPace(pace)
  console.log(simulator.uri)

  for await (const line of createInterface({ input: process.stdin })) {
    if (line.trim() === 'quit') return close()
    console.log(await runControlCommand(simulator, line))
  }
  // without --end-with-stdin it also runs when it has no standard input
  if (values['end-with-stdin']) await close()
}

try {
  await run()
} catch (error) {
  console.error(messageOf(error))
  process.exitCode = 1
}
