// The options of `npm run service`, from the command line and the environment. The settings of the mail server come from the
// environment, which other users of the computer cannot read. Pure.
import { isIP } from 'node:net'
import { parseArgs } from 'node:util'
import type { ServiceOptions } from './service.ts'
import { Refusal } from './store/index.ts'

export const usage =
  'npm run service -- --port PORT --data FOLDER [--clock-offset SECONDS] [--limit-factor N] [--check-answers] [--end-with-stdin] [--public-url URL] [--trust-proxy ADDRESS]'

export interface ProgramOptions extends ServiceOptions {
  /** Ends the service when its standard input ends. */
  endWithStdin: boolean
}

/** Returns `help` if the usage is requested. Throws a `Refusal`, or the `TypeError` of `parseArgs`, for invalid options. */
export function readOptions(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): ProgramOptions | 'help' {
  const { values } = parseArgs({
    args: [...args],
    options: {
      port: { type: 'string' },
      data: { type: 'string' },
      'clock-offset': { type: 'string' },
      'limit-factor': { type: 'string' },
      'check-answers': { type: 'boolean', default: false },
      'end-with-stdin': { type: 'boolean', default: false },
      'public-url': { type: 'string' },
      'trust-proxy': { type: 'string', multiple: true, default: [] },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) return 'help'
  if (values.data === undefined) throw new Refusal('invalid', '--data FOLDER is missing')
  const port = numberOption('--port', values.port)
  if (port === undefined || !Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new Refusal('invalid', '--port must be a number from 0 (a free port) to 65535')
  }
  const clockOffsetSeconds = numberOption('--clock-offset', values['clock-offset'])
  const limitFactor = numberOption('--limit-factor', values['limit-factor'])
  const publicUrl = values['public-url']
  const trustedProxies = values['trust-proxy']
  const wrongProxy = trustedProxies.find((address) => !isAddressOrNetwork(address))
  if (wrongProxy !== undefined) {
    throw new Refusal(
      'invalid',
      `--trust-proxy must be an IP address or a network such as 10.0.0.0/8, not "${wrongProxy}"`,
    )
  }
  const { KANT_MAIL_SERVER: server, KANT_MAIL_FROM: from } = environment
  if ((from === undefined) !== (server === undefined)) {
    throw new Refusal('invalid', 'a mail server needs both KANT_MAIL_SERVER and KANT_MAIL_FROM')
  }
  return {
    dataFolder: values.data,
    trustedProxies,
    ...(publicUrl === undefined ? {} : { publicUrl }),
    ...(from === undefined || server === undefined ? {} : { mailServer: { url: server, from } }),
    port,
    checkAnswers: values['check-answers'],
    endWithStdin: values['end-with-stdin'],
    ...(clockOffsetSeconds === undefined ? {} : { clockOffsetSeconds }),
    ...(limitFactor === undefined ? {} : { limitFactor }),
  }
}

/** The text for standard error: one sentence and the usage for an expected error. */
export function errorText(error: unknown): string {
  const isExpected = error instanceof Refusal || (error instanceof TypeError && 'code' in error)
  return isExpected ? `${error.message}\n${usage}` : String(error)
}

function isAddressOrNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/')
  const version = isIP(address)
  if (version === 0 || rest.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
}

function numberOption(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const value = Number(text)
  if (text.trim() === '' || !Number.isFinite(value)) {
    throw new Refusal('invalid', `${name} must be a number, not "${text}"`)
  }
  return value
}
