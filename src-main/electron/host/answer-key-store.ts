// Answers calls to the system's key store from the host and from the main process. Each call runs in a utility process, which is ended
// when the store does not answer.
import { utilityProcess, type UtilityProcess } from 'electron'
import type { Clock } from '../../platform/clock.ts'
import { storeWithinMs, type SystemKeyStore } from '../../station/keys/index.ts'
import { keyStoreCall, keyStoreReply, keyStoreThroughMain } from './key-store-link.ts'

export function answerKeyStoreCalls(host: UtilityProcess, program: string, clock: Clock): void {
  host.on('message', (message: unknown) => answer(message, { program, clock, say: (said) => host.postMessage(said) }))
}

/** The key store for the main process, which cannot start plain Node either. */
export function keyStoreOfMain(program: string, clock: Clock): SystemKeyStore {
  const { store, receive: take } = keyStoreThroughMain(
    (message) => answer(message, { program, clock, say: take }),
    clock,
  )
  return store
}

interface AnswerParts {
  program: string
  clock: Clock
  say: (message: unknown) => void
}

/** Ignores a message that is not a call. */
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
      resolve(keyStoreReply.safeParse(said).data ?? { fault: 'no answer' })
    }
    asked.once('message', end)
    asked.once('exit', () => end(null))
    asked.once('spawn', () => asked.postMessage(request))
    void clock.wait(storeWithinMs, over.signal).then(() => over.signal.aborted || end(null))
  })
}
