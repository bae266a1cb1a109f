// One way in: looks the call up, checks the grant, parses what goes in and what comes out, turns errors into code and message.
import type { Access } from './access.ts'
import type { CallShape, Grant } from './calls/call.ts'
import {
  CallError,
  calls,
  type CallErrorCode,
  type CallIn,
  type CallName,
  type CallOut,
  type Station,
  type StationCall,
} from './contract.ts'

export interface Context {
  /** What this door lets through at most; the screen's own lock may leave less of it open. */
  grants: ReadonlySet<Grant>
  station: Station
  /** Told of what a handler threw that was not a refusal. */
  onFault: (name: string, fault: unknown) => void
}

export interface AdmittedContext extends Context {
  access: Access
}

export type Answer = { ok: true; out: unknown } | { ok: false; error: { code: CallErrorCode; message: string } }

export async function dispatch(context: AdmittedContext, request: { name: string; in: unknown }): Promise<Answer> {
  const { name } = request
  if (!isCallName(name)) return refuse('unknown_call', `there is no call ${JSON.stringify(name).slice(0, 80)}`)
  const { grant, byItself }: CallShape = calls[name]
  if (!mayNow(context, grant)) return refuse('not_granted', `${name} needs the grant ${grant}`)
  if (byItself !== true) context.access.used(grant)
  const { access, station } = context
  if (name === 'grant.unlock') return answer(context, name, request.in, ({ pin }) => access.unlock(pin))
  if (name === 'grant.lock') return answer(context, name, request.in, () => (access.lock(), {}))
  return byStation(context, station, name, request.in)
}

const byStation = <Name extends StationCall>(
  context: AdmittedContext,
  { handlers }: Station,
  name: Name,
  input: unknown,
): Promise<Answer> => answer(context, name, input, (parsed) => handlers[name](parsed))

async function answer<Name extends CallName>(
  context: AdmittedContext,
  name: Name,
  input: unknown,
  act: (parsed: CallIn<Name>) => Promise<CallOut<Name>> | CallOut<Name>,
): Promise<Answer> {
  try {
    const parsed = calls[name].in.safeParse(input)
    if (!parsed.success) return refuse('bad_input', `${name}: ${parsed.error.issues.map(describe).join('; ')}`)
    const out = calls[name].out.safeParse(await act(parsed.data as CallIn<Name>))
    if (out.success) return { ok: true, out: out.data }
    context.onFault(name, out.error)
    return refuse('bad_output', `${name} answered with something that is not of its contract`)
  } catch (fault) {
    if (fault instanceof CallError) return refuse(fault.code, fault.message)
    context.onFault(name, fault)
    return refuse('failed', `${name} failed`)
  }
}

/** Whether the door lets it through and this screen's own lock leaves it open. */
export const mayNow = ({ grants, access }: AdmittedContext, grant: Grant): boolean =>
  grants.has(grant) && access.now().open.includes(grant)

const isCallName = (name: string): name is CallName => Object.hasOwn(calls, name)

const describe = (issue: { path: PropertyKey[]; message: string }): string =>
  `${issue.path.map(String).join('.') || 'input'}: ${issue.message}`

/** What was said may have been repeated in it, be it as long as it likes. */
const longestMessage = 1_000
const refuse = (code: CallErrorCode, message: string): Answer => ({
  ok: false,
  error: { code, message: message.slice(0, longestMessage) },
})
