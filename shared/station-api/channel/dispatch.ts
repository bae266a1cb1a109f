// The one way in for calls: finds the call, checks the grant, parses input and output, and converts errors into code and message.
import type { CancelSignal } from '../../base/cancellation.ts'
import { failed, ok, type Result } from '../../base/result.ts'
import type { Access } from '../access.ts'
import { CallError, callErrorCodes, type CallErrorCode } from '../call-error.ts'
import { calls, isCallName, type CallIn, type CallName, type CallOut, type StationCall } from '../calls/index.ts'
import type { Station } from '../contract.ts'
import type { Grant } from '../views/index.ts'

export interface Context {
  /** The most that this kind of connection allows; the lock of the screen may allow less. */
  grants: ReadonlySet<Grant>
  station: Station
  /** Receives what a handler throws, unless it is a CallError. `name`: the call, the push or the snapshot. */
  onError: (name: string, error: unknown) => void
}

export interface AdmittedContext extends Context {
  access: Access
}

type CallResult = Result<unknown, { code: CallErrorCode; message: string }>

/**
 * `signal` is cancelled when the screen drops the answer. A CallError of the handler becomes its code. Any other error becomes 'failed' and goes to `onError`. An automatic call does not keep
 * its grant open; every other call does.
 */
export async function dispatch(
  context: AdmittedContext,
  { name, in: input }: { name: string; in: unknown },
  signal?: CancelSignal,
): Promise<CallResult> {
  if (!isCallName(name)) return refuse('unknown_call', `there is no call ${JSON.stringify(name).slice(0, 80)}`)
  const { grant, automatic } = calls[name]
  if (!isGranted(context, grant)) return refuse('not_granted', `${name} needs the grant ${grant}`)
  const { access } = context
  if (!automatic) access.extend(grant)
  if (name === 'grant.unlock') return answer(context, name, input, ({ pin }) => access.unlock(pin))
  if (name === 'grant.lock') return answer(context, name, input, () => (access.lock(), {}))
  return answerByStation(context, name, input, signal)
}

const answerByStation = <Name extends StationCall>(
  context: AdmittedContext,
  name: Name,
  input: unknown,
  signal?: CancelSignal,
): Promise<CallResult> =>
  answer(context, name, input, (parsed) => context.station.handlers[name](parsed, context.access, signal))

async function answer<Name extends CallName>(
  context: AdmittedContext,
  name: Name,
  input: unknown,
  handle: (parsed: CallIn<Name>) => Promise<CallOut<Name>> | CallOut<Name>,
): Promise<CallResult> {
  try {
    const parsed = calls[name].in.safeParse(input)
    if (!parsed.success)
      return refuse(codeOf(parsed.error.issues), `${name}: ${parsed.error.issues.map(describe).join('; ')}`)
    const output = calls[name].out.safeParse(await handle(parsed.data as CallIn<Name>))
    if (output.success) return ok(output.data)
    context.onError(name, output.error)
    return refuse('bad_output', `the answer of ${name} violates the contract`)
  } catch (error) {
    if (error instanceof CallError) return refuse(error.code, error.message)
    context.onError(name, error)
    return refuse('failed', `${name} failed`)
  }
}

/** Whether both the connection and the lock of the screen allow it. */
export const isGranted = ({ grants, access }: AdmittedContext, grant: Grant): boolean =>
  grants.has(grant) && access.current().open.includes(grant)

/** The code that a field names, where that is all that is wrong. */
function codeOf(issues: readonly { code: string; params?: Record<string, unknown> | undefined }[]): CallErrorCode {
  const codes = issues.map((issue) => callErrorCodes.find((code) => code === issue.params?.['code']) ?? 'bad_input')
  return codes.find((code) => code === 'bad_input') ?? codes[0] ?? 'bad_input'
}

const describe = (issue: { path: PropertyKey[]; message: string }): string =>
  `${issue.path.map(String).join('.') || 'input'}: ${issue.message}`

/** A message may quote the input, which can have any length. */
const maxMessageLength = 1_000
const refuse = (code: CallErrorCode, message: string): CallResult =>
  failed({ code, message: message.slice(0, maxMessageLength) })
