// Answers calls to the system's key store from the host and from the main process. Each call runs in a utility process, which is ended
// when the store does not answer.
import { utilityProcess, type UtilityProcess } from 'electron'
import type { Clock } from '../../platform/clock.ts'
import { storeWithinMs, type SystemKeyStore } from '../../station/keys/index.ts'
import { keyStoreCall, keyStoreReply, keyStoreThroughMain, type KeyStoreLink } from './key-store-link.ts'

export function answerKeyStoreCalls(host: UtilityProcess, program: string, clock: Clock): void {
  host.on('message', (message: unknown) =>
    answer(message, { program, clock, post: (reply) => host.postMessage(reply) }),
  )
}

/** The key store for the main process, which cannot start plain Node either. */
export function keyStoreOfMain(program: string, clock: Clock): SystemKeyStore {
  const link: KeyStoreLink = keyStoreThroughMain(
    (message) => answer(message, { program, clock, post: link.receive }),
    clock,
  )
  return link.store
}

interface AnswerParts {
  program: string
  clock: Clock
  post: (message: unknown) => void
}

/** Ignores a message that is not a call. */
function answer(message: unknown, { program, clock, post }: AnswerParts): void {
  const call = keyStoreCall.safeParse(message)
  if (!call.success) return
  const { kind, id, request } = call.data
  void callStore(program, request, clock).then((reply) => post({ kind, id, reply }))
}

function callStore(program: string, request: unknown, clock: Clock): Promise<unknown> {
  return new Promise((resolve) => {
    const utility = utilityProcess.fork(program, [], { serviceName: 'key-store', stdio: 'ignore' })
    const answered = new AbortController()
    const end = (reply: unknown): void => {
      answered.abort()
      utility.kill()
      resolve(keyStoreReply.safeParse(reply).data ?? { fault: 'no answer' })
    }
    utility.once('message', end)
    utility.once('exit', () => end(null))
    utility.once('spawn', () => utility.postMessage(request))
    void clock.wait(storeWithinMs, answered.signal).then(() => answered.signal.aborted || end(null))
  })
}
