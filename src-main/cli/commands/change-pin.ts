// `kant settings pin GRANT`: a new PIN in the place of a forgotten one, or none. It is asked for on standard input and never stands on
// the command line. May touch the PINs of the folder; a station that runs takes it at the next unlocking.
import { existsSync } from 'node:fs'
import process from 'node:process'
import { text } from 'node:stream/consumers'
import { lockedGrant, pin as pinShape } from '../../../shared/station-api/index.ts'
import { openPins } from '../../station/set-up/index.ts'

/** Returns the exit code. An empty line takes the PIN away. */
export async function changePin(folder: string, name: string): Promise<number> {
  const grant = lockedGrant.safeParse(name)
  if (!grant.success) return refuse(`There is no PIN of "${name}". There are ${lockedGrant.options.join(', ')}.`)
  if (!existsSync(folder)) return refuse(`There is no folder ${folder}.`)
  if (process.stdin.isTTY) console.error('The new PIN, 4 to 12 digits, or nothing for none; end with Enter and Ctrl-D:')
  const given = (await text(process.stdin)).trim()
  const lines = given.split('\n').length
  if (lines > 1) return refuse(`The PIN is one line of 4 to 12 digits; ${lines} lines were read. Nothing was changed.`)
  if (given !== '' && !pinShape.safeParse(given).success) return refuse('A PIN is 4 to 12 digits. Nothing was changed.')
  const pins = openPins(folder)
  if ((await pins.change(grant.data, given === '' ? null : given)) === 'used')
    return refuse('Another grant has this PIN already: each has its own. Nothing was changed.')
  pins.setWrong(0, 0)
  console.log(given === '' ? `${grant.data} needs no PIN any more.` : `${grant.data} has its new PIN.`)
  console.log('A station that runs here takes it when a screen is opened or somebody unlocks next.')
  return 0
}

function refuse(sentence: string): number {
  console.error(sentence)
  return 1
}
