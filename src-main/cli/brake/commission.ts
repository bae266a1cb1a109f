// Proves a controller's file on its machine while a person watches: reads, asks, writes a program of one step, reads it back, and checks
// that one piece is counted. Accesses the connection through the driver that it gets.
import { plainBend, type BrakeProgram, type Driver } from '../../brake/index.ts'
import { isYes } from '../terminal.ts'

export interface Commissioning {
  readonly driver: Driver
  /** Asks a question on the terminal. Resolves with the answer without its line end. */
  readonly ask: (question: string) => Promise<string>
  readonly say: (line: string) => void
}

/** Resolves with null if every step succeeded, otherwise with the reason. Rejects with the driver's own errors. */
export async function commission({ driver, ask, say }: Commissioning): Promise<string | null> {
  const { capabilities: can } = driver
  if (!can.upload) return 'This file does not allow sending, so there is nothing to prove.'
  const agrees = async (question: string): Promise<boolean> => isYes(await ask(`${question} (yes/no) `))

  const { controller, answeredAs } = await driver.probe()
  say(`${controller}: answers as ${answeredAs}.`)
  if (!(await agrees('Do you see the whole machine, is nobody within its reach, and is your foot off the pedal?')))
    return 'Nothing was sent.'

  if (can.status) {
    const { safe, running } = await driver.status()
    const reportsState = safe !== null || running !== null
    if (reportsState) {
      say(
        `The controller reports: ${safe === true ? 'safe' : 'not safe'}, ${running === true ? 'runs' : 'does not run'}.`,
      )
      if (safe !== true || running === true) return 'The machine must be in its safe state. Nothing was sent.'
    } else {
      say('The controller does not report its state.')
    }
    if (
      !(await agrees(
        reportsState ? 'Does the machine stand still, as the controller reports?' : 'Does the machine stand still?',
      ))
    )
      return reportsState
        ? 'The state in the file is wrong. Nothing was sent.'
        : 'The machine must stand still. Nothing was sent.'
  }
  const counterBefore = can.counts === null ? null : await driver.counter()
  if (
    counterBefore !== null &&
    !(await agrees(
      `The counter reads ${counterBefore.value} ${counterBefore.counts}. Does the controller show the same?`,
    ))
  )
    return 'The counter in the file is wrong. Nothing was sent.'

  say('A program of one step is sent: 90°, gauge 100 mm.')
  await driver.upload(testProgram, new AbortController().signal)
  if (!can.readBack) say('This controller cannot be read back.')
  const back = can.readBack ? await driver.verify(testProgram) : { same: true, differences: [] }
  for (const { field, address, sent, read } of back.differences)
    say(`${field} at ${address}: sent ${sent}, read ${read}`)
  if (!back.same) return 'The program that was read back differs from the one that was sent.'
  if (!(await agrees('Did the machine stand still the whole time, without any axis moving?')))
    return 'Loading a program moved the machine: the trigger in the file is wrong. Never use this file.'
  if (!(await agrees('Does the controller show one step, 90°, gauge 100 mm?')))
    return 'The controller shows other values: check the scales and addresses in the file.'

  if (counterBefore !== null) {
    const strokes = counterBefore.counts === 'strokes' ? (counterBefore.strokesPerPiece ?? 1) : 1
    await ask('Bend one piece of scrap with the pedal. Press Enter when the beam is up. ')
    const counterAfter = await driver.counter()
    say(`The counter reads ${counterAfter.value}.`)
    if (counterAfter.value !== counterBefore.value + strokes)
      return `One piece counts as ${strokes}, so ${counterBefore.value + strokes} was expected.`
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
      ...plainBend,
      faceUp: 'B',
    },
  ],
}
