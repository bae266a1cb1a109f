// Answers the host's calls to the system's key store, each in a utility process that is ended when the store does not answer.
import { utilityProcess, type UtilityProcess } from 'electron'
import type { Clock } from '../platform/clock.ts'
import { storeWithinMs } from '../station/system-key-store.ts'
import { keyStoreCall, keyStoreSaid } from './key-store-link.ts'

export function answerKeyStoreCalls(host: UtilityProcess, program: string, clock: Clock): void {
  host.on('message', (message: unknown) => {
    const call = keyStoreCall.safeParse(message)
    if (!call.success) return
    const { kind, id, request } = call.data
    void ask(program, request, clock).then((said) => host.postMessage({ kind, id, said }))
  })
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
