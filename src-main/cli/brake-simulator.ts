// `npm run brake-simulator`: a press brake to talk to, on a pseudo terminal or a TCP port; it runControlCommands words on its standard input.
// The first line that it prints is the address that Kant opens.
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
FILE is a Modbus map or a DNC template; without one, resources/controllers/modbus-simulator.json.
--pace: somebody bends on and on, a stroke every MS. Then words on the standard input: help says which.`

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
  const figure = (name: 'baud' | 'stroke' | 'pace' | 'turnaround' | 'tcp'): number => {
    const text = values[name] ?? ''
    if (!/^\d{1,7}$/.test(text)) throw new Error(`--${name} ${text} is no number`)
    return Number(text)
  }
  const { parity } = values
  if (parity !== 'none' && parity !== 'even' && parity !== 'odd') throw new Error(`--parity ${parity} is none`)
  const simulator = await startSimulator({
    controllerFile: readFileSync(values.controller, 'utf8'),
    at:
      values.tcp === undefined
        ? { path: values.pty ?? join(tmpdir(), `kant-brake-${process.pid}`) }
        : { port: figure('tcp') },
    baud: figure('baud'),
    parity,
    bits: values.bits === '7' ? 7 : 8,
    turnaroundMs: figure('turnaround'),
    strokeMs: figure('stroke'),
    clock: systemClock,
    random: Math.random,
  })
  const close = async (): Promise<void> => {
    await simulator.close()
    process.exit(0)
  }
  process.once('SIGTERM', () => void close())
  process.once('SIGINT', () => void close())
  const pace = figure('pace')
  if (pace > 0) simulator.machine.setPace(pace)
  console.log(simulator.uri)

  for await (const line of createInterface({ input: process.stdin })) {
    if (line.trim() === 'quit') return close()
    console.log(await runControlCommand(simulator, line))
  }
  // whoever started it without an input wants it to stay
  if (values['end-with-stdin']) await close()
}

try {
  await run()
} catch (error) {
  console.error(messageOf(error))
  process.exitCode = 1
}
