// One call to the system's key store, as a utility process: a packaged Electron cannot start plain Node.
import { answerKeyStore } from '../../station/keys/key-store-answer.ts'

process.parentPort.once('message', ({ data }: { data: unknown }) => {
  answerKeyStore(data).then(
    (secret) => process.parentPort.postMessage({ secret }),
    (fault: unknown) =>
      process.parentPort.postMessage({ fault: fault instanceof Error ? fault.message : 'the key store failed' }),
  )
})
