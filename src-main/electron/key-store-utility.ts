// The same one call to the system's key store as a utility process: a packaged Electron starts no plain Node.
import { answerKeyStore } from '../station/key-store-answer.ts'

process.parentPort.once('message', ({ data }: { data: unknown }) => {
  answerKeyStore(data).then(
    (secret) => process.parentPort.postMessage({ secret }),
    (fault: unknown) =>
      process.parentPort.postMessage({ fault: fault instanceof Error ? fault.message : 'the key store failed' }),
  )
})
