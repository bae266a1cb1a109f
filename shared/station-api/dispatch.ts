// One way in: looks the call up, checks the grant, parses what goes in and what comes out, turns errors into code and message.
import { CallError, calls, type CallErrorCode, type CallIn, type CallName, type Station } from './contract.ts'
import type { Grant } from './calls/call.ts'

export interface Context {
  grants: ReadonlySet<Grant>
  station: Station
  /** Told of what a handler threw that was not a refusal. */
  onFault: (name: string, fault: unknown) => void
}

export type Answer = { ok: true; out: unknown } | { ok: false; error: { code: CallErrorCode; message: string } }

export async function dispatch(context: Context, request: { name: string; in: unknown }): Promise<Answer> {
  const { name } = request
  if (!isCallName(name)) return refuse('unknown_call', `there is no call ${JSON.stringify(name).slice(0, 80)}`)
  if (!context.grants.has(calls[name].grant))
    return refuse('not_granted', `${name} needs the grant ${calls[name].grant}`)
  return answer(context, name, request.in)
}

async function answer<Name extends CallName>(context: Context, name: Name, input: unknown): Promise<Answer> {
  const parsed = calls[name].in.safeParse(input)
  if (!parsed.success) return refuse('bad_input', `${name}: ${parsed.error.issues.map(describe).join('; ')}`)
  try {
    const out = calls[name].out.safeParse(await context.station.handlers[name](parsed.data as CallIn<Name>))
    if (out.success) return { ok: true, out: out.data }
    context.onFault(name, out.error)
    return refuse('bad_output', `${name} answered with something that is not of its contract`)
  } catch (fault) {
    if (fault instanceof CallError) return refuse(fault.code, fault.message)
    context.onFault(name, fault)
    return refuse('failed', `${name} failed`)
  }
}

const isCallName = (name: string): name is CallName => Object.hasOwn(calls, name)

const describe = (issue: { path: PropertyKey[]; message: string }): string =>
  `${issue.path.map(String).join('.') || 'input'}: ${issue.message}`

const refuse = (code: CallErrorCode, message: string): Answer => ({ ok: false, error: { code, message } })
