// `kant settings pin GRANT`: sets a new PIN, or removes it. Reads the PIN from standard input, never from the command line. Writes the
// PINs of the folder; a running station reads them at the next unlock.
import { existsSync } from 'node:fs'
import process from 'node:process'
import { text } from 'node:stream/consumers'
import { lockedGrant, pin as pinShape } from '../../../shared/station-api/index.ts'
import { openPins } from '../../station/access/index.ts'
import { endOfInput } from '../terminal.ts'

/** Returns the exit code. An empty line removes the PIN. */
export async function changePin(folder: string, name: string): Promise<number> {
  const grant = lockedGrant.safeParse(name)
  if (!grant.success) return refuse(`There is no PIN named "${name}". The PINs are ${lockedGrant.options.join(', ')}.`)
  if (!existsSync(folder)) return refuse(`The folder ${folder} does not exist.`)
  if (process.stdin.isTTY)
    console.error(`Enter the new PIN of 4 to 12 digits, or nothing to remove it; end with Enter and ${endOfInput}:`)
  const input = (await text(process.stdin)).trim()
  const lines = input.split('\n').length
  if (lines > 1)
    return refuse(`A PIN is one line of 4 to 12 digits, but ${lines} lines were read. Nothing was changed.`)
  if (input !== '' && !pinShape.safeParse(input).success) return refuse('A PIN is 4 to 12 digits. Nothing was changed.')
  const pins = openPins(folder)
  if ((await pins.change(grant.data, input === '' ? null : input)) === 'used')
    return refuse('Another grant already has this PIN; each needs its own. Nothing was changed.')
  pins.setWrong(0, 0)
  console.log(input === '' ? `The PIN of ${grant.data} was removed.` : `The PIN of ${grant.data} was set.`)
  console.log('A running station uses it when a screen is opened or unlocked the next time.')
  return 0
}

function refuse(sentence: string): number {
  console.error(sentence)
  return 1
}
