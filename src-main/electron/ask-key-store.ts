// Answers calls to the system's key store, the host's and the main process's own, each in a utility process that is ended when the
// store does not answer.
import { utilityProcess, type UtilityProcess } from 'electron'
import type { Clock } from '../platform/clock.ts'
import { storeWithinMs, type SystemKeyStore } from '../station/system-key-store.ts'
import { keyStoreCall, keyStoreSaid, keyStoreThroughMain } from './key-store-link.ts'

export function answerKeyStoreCalls(host: UtilityProcess, program: string, clock: Clock): void {
  host.on('message', (message: unknown) => answer(message, { program, clock, say: (said) => host.postMessage(said) }))
}

/** For the main process: it cannot start plain Node either. */
export function keyStoreOfMain(program: string, clock: Clock): SystemKeyStore {
  const { store, take } = keyStoreThroughMain((message) => answer(message, { program, clock, say: take }), clock)
  return store
}

interface AnswerParts {
  program: string
  clock: Clock
  say: (message: unknown) => void
}

/** What is no call is passed over. */
function answer(message: unknown, { program, clock, say }: AnswerParts): void {
  const call = keyStoreCall.safeParse(message)
  if (!call.success) return
  const { kind, id, request } = call.data
  void ask(program, request, clock).then((said) => say({ kind, id, said }))
}

function ask(program: string, request: unknown, clock: Clock): Promise<unknown> {
  return new Promise((resolve) => {
    const asked = utilityProcess.fork(program, [], { serviceName: 'key-store', stdio: 'ignore' })
    const over = new AbortController()
    const end = (said: unknown): void => {
      over.abort()
      asked.kill()
      resolve(keyStoreSaid.safeParse(said).data ?? { fault: 'no answer' })
    }
    asked.once('message', end)
    asked.once('exit', () => end(null))
    asked.once('spawn', () => asked.postMessage(request))
    void clock.wait(storeWithinMs, over.signal).then(() => over.signal.aborted || end(null))
  })
}
