// `npm run sign-update`: signs a release for the updates of installed apps.
import { join } from 'node:path'
import process from 'node:process'
import { messageOf } from '../platform/message-of.ts'
import { runSignUpdate } from './release-signature.ts'

try {
  const keysFile = join(import.meta.dirname, '../../resources/updates/public-keys.json')
  for (const line of runSignUpdate(process.argv.slice(2), keysFile)) console.log(line)
} catch (error) {
  console.error(messageOf(error))
  process.exitCode = 1
}
