// Proving a controller's file on its machine, with a person watching: reads, asks, writes a program of one step, reads it back, and has
// one piece counted. What passed is kept with the person's name. Touches the line through the driver that it is handed.
import type { BrakeProgram, Driver } from '../../brake/index.ts'
import { isYes } from '../terminal/index.ts'

export interface Commissioning {
  readonly driver: Driver
  /** A question on the terminal; the answer without its line end. */
  readonly ask: (question: string) => Promise<string>
  readonly say: (line: string) => void
}

/** Null: all of it passed. Else why it did not, in words. Rejects with the driver's own errors. */
export async function commission({ driver, ask, say }: Commissioning): Promise<string | null> {
  const { capabilities: can } = driver
  if (!can.upload) return 'Nothing can be sent by this file: there is nothing to prove.'
  const agrees = async (question: string): Promise<boolean> => isYes(await ask(`${question} (yes/no) `))

  const { controller, answeredAs } = await driver.probe()
  say(`${controller}: answers as ${answeredAs}.`)
  if (
    !(await agrees('Stand where you see the whole machine, nobody within its reach, foot off the pedal. Is that so?'))
  )
    return 'Nothing was sent.'

  if (can.status) {
    const { safe, running } = await driver.status()
    const tells = safe !== null || running !== null
    if (tells) {
      say(`The controller says: ${safe === true ? 'safe' : 'not safe'}, ${running === true ? 'runs' : 'does not run'}.`)
      if (safe !== true || running === true) return 'The machine must stand safely still. Nothing was sent.'
    } else {
      say('The controller does not say how it stands.')
    }
    if (!(await agrees(tells ? 'Does the machine stand still, as it says?' : 'Does the machine stand still?')))
      return tells
        ? 'The state in the file is wrong. Nothing was sent.'
        : 'The machine must stand still. Nothing was sent.'
  }
  const before = can.counts === null ? null : await driver.counter()
  if (
    before !== null &&
    !(await agrees(`Its counter reads ${before.value} ${before.counts}. Is that what the controller shows?`))
  )
    return 'The counter in the file is wrong. Nothing was sent.'

  say('A program of one step is sent: 90°, gauge 100 mm.')
  await driver.upload(testProgram, new AbortController().signal)
  if (!can.readBack) say('This controller sends nothing back.')
  const back = can.readBack ? await driver.verify(testProgram) : { same: true, differences: [] }
  for (const { field, address, sent, read } of back.differences)
    say(`${field} at ${address}: sent ${sent}, reads ${read}`)
  if (!back.same) return 'What was read back is not what was sent.'
  if (!(await agrees('Did the machine stand still all the while, no axis moving without the pedal?')))
    return 'Loading a program moved the machine: the trigger in the file is wrong. Never use this file.'
  if (!(await agrees('Does the controller show one step, 90°, gauge 100 mm?')))
    return 'The controller understood something else: look at scales and addresses.'

  if (before !== null) {
    const strokes = before.counts === 'strokes' ? (before.strokesPerPiece ?? 1) : 1
    await ask('Bend one piece of scrap with the pedal, and press Enter when the beam is up. ')
    const after = await driver.counter()
    say(`The counter reads ${after.value}.`)
    if (after.value !== before.value + strokes)
      return `One piece counts ${strokes}: ${before.value + strokes} was expected.`
  }
  return null
}

const testProgram: BrakeProgram = {
  sheetId: '00000000-0000-4000-8000-000000000000',
  name: 'KANT-TEST',
  drawingVersion: 1,
  drawingHash: '',
  pieceNo: 1,
  hand: null,
  version: 1,
  steps: [
    {
      stepNo: 1,
      bend: 1,
      direction: 'up',
      includedDeg: 90,
      correctionDeg: 0,
      gaugeMm: 100,
      edge: 'last',
      flipped: false,
      turned: false,
      lengthMm: 200,
      thicknessMm: 1,
      material: 'galvanisert_stal',
      toolName: 'TEST',
      punchName: null,
    },
  ],
}
