// A separate program for one call to the system's key store: a locked store can block its caller forever, and a blocked thread would
// keep the station from ending. One request as JSON on standard input, one answer as JSON on standard output.
import { text } from 'node:stream/consumers'
import process from 'node:process'
import { answerKeyStore } from './key-store-answer.ts'

async function run(): Promise<void> {
  process.stdout.write(JSON.stringify({ secret: await answerKeyStore(JSON.parse(await text(process.stdin))) }))
}

run().catch((fault: unknown) => {
  process.stderr.write(fault instanceof Error ? fault.message : 'the key store failed')
  process.exitCode = 1
})
