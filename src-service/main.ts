// `npm run service`: starts the workshop service, prints one line of JSON when it answers, and ends on SIGTERM or SIGINT. With
// --end-with-stdin it also ends when its standard input ends, that is, when the program that started it has ended. Logs go to
// standard error.
import process from 'node:process'
import pino from 'pino'
import { errorText, readOptions, usage } from './service-options.ts'
import { startService } from './service.ts'

const maxWaitingLogBytes = 1_000_000

function endWithError(error: unknown): never {
  process.stderr.write(`${errorText(error)}\n`)
  process.exit(1)
}

/** A function, because the packaged app builds this file as CommonJS, which has no top-level await. */
async function run(): Promise<void> {
  const options = readOptions(process.argv.slice(2), process.env)
  if (options === 'help') {
    process.stdout.write(`${usage}\n`)
    return
  }
  const logFile = pino.destination({ dest: 2, sync: true, maxLength: maxWaitingLogBytes })
  // a log file on a full disk must not end the service: its lines wait for space
  logFile.on('error', () => undefined)
  const log = pino({ level: 'info' }, logFile)
  const { endWithStdin, ...serviceOptions } = options
  const service = await startService({ ...serviceOptions, log })
  const { baseUrl, workshop, keys } = service
  process.stdout.write(`${JSON.stringify({ ready: true, baseUrl, workshop, ...(keys === null ? {} : { keys }) })}\n`)
  const close = (): void => void service.close().then(() => process.exit(0), endWithError)
  process.once('SIGTERM', close)
  process.once('SIGINT', close)
  if (endWithStdin) process.stdin.once('end', close).resume()
}

run().catch(endWithError)
