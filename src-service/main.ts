// `npm run service`: starts the workshop service, says in one line of JSON when it answers, and ends on SIGTERM; with
// --end-with-stdin also when its standard input ends, as it does when the program that started it is gone. Logs go to standard
// error. What a mail server asks for stands in the environment, which others on the computer cannot read, and not among the words.
import { parseArgs } from 'node:util'
import pino from 'pino'
import { startService } from './service.ts'
import type { ServiceOptions } from './service.ts'
import { Refusal } from './store/refusal.ts'

const usage =
  'npm run service -- --port PORT --data FOLDER [--clock-offset SECONDS] [--limit-factor N] [--check-answers] [--end-with-stdin] [--public-url URL]'

function readOptions(): ServiceOptions & { endWithStdin: boolean } {
  const { values } = parseArgs({
    options: {
      port: { type: 'string' },
      data: { type: 'string' },
      'clock-offset': { type: 'string' },
      'limit-factor': { type: 'string' },
      'check-answers': { type: 'boolean', default: false },
      'end-with-stdin': { type: 'boolean', default: false },
      'public-url': { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) {
    process.stdout.write(`${usage}\n`)
    process.exit(0)
  }
  if (values.data === undefined) throw new Refusal('invalid', '--data FOLDER is missing')
  const port = number('--port', values.port)
  if (port === undefined || !Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new Refusal('invalid', '--port is a number from 0 (a free one) to 65535')
  }
  const clockOffsetSeconds = number('--clock-offset', values['clock-offset'])
  const limitFactor = number('--limit-factor', values['limit-factor'])
  const publicUrl = values['public-url']
  const { KANT_MAIL_SERVER: server, KANT_MAIL_FROM: from } = process.env
  if ((from === undefined) !== (server === undefined)) {
    throw new Refusal('invalid', 'a mail server needs both KANT_MAIL_SERVER and KANT_MAIL_FROM')
  }
  return {
    dataFolder: values.data,
    ...(publicUrl === undefined ? {} : { publicUrl }),
    ...(from === undefined || server === undefined ? {} : { mailServer: { url: server, from } }),
    port,
    checkAnswers: values['check-answers'],
    endWithStdin: values['end-with-stdin'],
    ...(clockOffsetSeconds === undefined ? {} : { clockOffsetSeconds }),
    ...(limitFactor === undefined ? {} : { limitFactor }),
  }
}

function number(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const value = Number(text)
  if (text.trim() === '' || !Number.isFinite(value)) throw new Refusal('invalid', `${name} is a number, not "${text}"`)
  return value
}

function end(error: unknown): never {
  const foreseen = error instanceof Refusal || (error instanceof TypeError && 'code' in error)
  process.stderr.write(`${foreseen ? `${error.message}\n${usage}` : String(error)}\n`)
  process.exit(1)
}

/** A function of its own: the packaged app's build of it is CommonJS, which waits for nothing at its top. */
async function run(): Promise<void> {
  const log = pino({ level: 'info' }, pino.destination({ dest: 2, sync: true }))
  const { endWithStdin, ...options } = readOptions()
  const service = await startService({ ...options, log })
  const { baseUrl, workshop, keys } = service
  process.stdout.write(`${JSON.stringify({ ready: true, baseUrl, workshop, ...(keys === null ? {} : { keys }) })}\n`)
  const close = (): void => void service.close().then(() => process.exit(0), end)
  process.once('SIGTERM', close)
  process.once('SIGINT', close)
  if (endWithStdin) process.stdin.once('end', close).resume()
}

run().catch(end)
