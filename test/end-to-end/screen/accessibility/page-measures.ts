// What the accessibility tests measure on a page: the size of every control and the contrast of every text.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import * as z from 'zod'

const inPage = (name: string): string => readFileSync(join(import.meta.dirname, name), 'utf8')

const pressables = z.object({
  pxPerMm: z.number(),
  controls: z.array(z.object({ name: z.string(), isInStatusRow: z.boolean(), width: z.number(), height: z.number() })),
})
const contrasts = z.array(z.object({ text: z.string(), where: z.string(), ratio: z.number() }))

/** Every control with the length of its shorter side, in millimetres on the screen. */
export async function pressablesOf(page: Page): Promise<{ name: string; isInStatusRow: boolean; mm: number }[]> {
  const { pxPerMm, controls } = pressables.parse(await page.evaluate(inPage('pressables.js')))
  return controls.map(({ name, isInStatusRow, width, height }) => ({
    name,
    isInStatusRow,
    mm: Math.min(width, height) / pxPerMm,
  }))
}

/** Every shown text with its contrast against its background. */
export async function contrastsOf(page: Page): Promise<z.infer<typeof contrasts>> {
  return contrasts.parse(await page.evaluate(inPage('contrasts.js')))
}
