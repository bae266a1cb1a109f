// `kant settings pin GRANT [off]`: sets a new PIN, or removes it. Reads the PIN from standard input, never from the command line. Writes
// the PINs of the folder; a running station reads them at the next unlock.
import { existsSync } from 'node:fs'
import process from 'node:process'
import { text } from 'node:stream/consumers'
import { lockedGrant, pin as pinShape, type LockedGrant } from '../../../shared/station-api/index.ts'
import { openPins } from '../../station/access/index.ts'
import { endOfInput } from '../terminal.ts'

/**
 * Returns the exit code. An empty input changes nothing: a program that has no standard input, such as the packaged app on Windows, reads
 * one, and the set-up must not stand open after it.
 */
export async function changePin(folder: string, [name = '', word]: readonly string[]): Promise<number> {
  const grant = lockedGrant.safeParse(name)
  if (!grant.success) return refuse(`There is no PIN named "${name}". The PINs are ${lockedGrant.options.join(', ')}.`)
  if (!existsSync(folder)) return refuse(`The folder ${folder} does not exist.`)
  if (word === undefined) return setPin(folder, grant.data)
  if (word !== 'off') return refuse(`"settings pin ${name}" accepts only "off", which removes the PIN.`)
  await openPins(folder).change(grant.data, null)
  return done(folder, `The PIN of ${grant.data} was removed.`)
}

async function setPin(folder: string, grant: LockedGrant): Promise<number> {
  if (process.stdin.isTTY) console.error(`Enter the new PIN of 4 to 12 digits, and end with Enter and ${endOfInput}:`)
  const input = (await text(process.stdin)).trim()
  if (input === '') return refuse(`No PIN was read. Nothing was changed. "settings pin ${grant} off" removes the PIN.`)
  const lines = input.split('\n').length
  if (lines > 1)
    return refuse(`A PIN is one line of 4 to 12 digits, but ${lines} lines were read. Nothing was changed.`)
  if (!pinShape.safeParse(input).success) return refuse('A PIN is 4 to 12 digits. Nothing was changed.')
  if ((await openPins(folder).change(grant, input)) === 'used')
    return refuse('Another grant already has this PIN; each needs its own. Nothing was changed.')
  return done(folder, `The PIN of ${grant} was set.`)
}

/** A technician at the computer has changed a PIN: earlier wrong entries do not count any more. */
function done(folder: string, sentence: string): number {
  openPins(folder).setWrong(0, 0)
  console.log(sentence)
  console.log('A running station uses it when a screen is opened or unlocked the next time.')
  return 0
}

function refuse(sentence: string): number {
  console.error(sentence)
  return 1
}
