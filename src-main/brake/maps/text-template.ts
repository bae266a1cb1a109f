// How a controller wants a program as text: its lines with places for figures, and the range of every figure. Pure; zod alone.
import * as z from 'zod'

/** A figure of a step that moves an axis or is held against one: each has a range, and none is written outside it. */
export const figures = ['angle', 'correction', 'gauge', 'length', 'thickness'] as const
export type Figure = (typeof figures)[number]

const ofProgram = ['name', 'version', 'piece', 'steps'] as const
const ofStep = [...ofProgram, ...figures, 'step', 'bend', 'direction', 'edge', 'material', 'tool'] as const
export type Place = (typeof ofStep)[number]

export const placeInText = /\{([a-z]+)\}/g

/** Text that a 7-bit line can carry, with places in braces: "N{step} A{angle}". */
const lineOf = (places: readonly string[]) =>
  z
    .string()
    .max(200)
    .regex(/^[ -~]*$/, 'printable ASCII only')
    .superRefine((text, context) => {
      for (const [written, place] of text.matchAll(placeInText)) {
        if (place === undefined || places.includes(place)) continue
        context.addIssue({ code: 'custom', message: `${written} is not known here: ${places.join(', ')}` })
      }
      if (/[{}]/.test(text.replaceAll(placeInText, ''))) {
        context.addIssue({ code: 'custom', message: 'a brace that belongs to no place' })
      }
    })

const range = z
  .strictObject({ least: z.number(), greatest: z.number() })
  .refine(({ least, greatest }) => least <= greatest, { path: ['greatest'], message: 'must not be below least' })
export type Range = z.infer<typeof range>

export const programText = z.strictObject({
  /** Before the steps; the leader ("%") is its first line where there is one. */
  head: z.array(lineOf(ofProgram)).max(20),
  /** Of each step. */
  step: z.array(lineOf(ofStep)).min(1).max(10),
  /** After the steps; the trailer is its last. */
  tail: z.array(lineOf(ofProgram)).max(20),
  endOfLine: z.enum(['crlf', 'lf', 'cr']),
  decimals: z.int().min(0).max(3),
  decimalMark: z.enum(['.', ',']),
  /** What stands for {direction} and {edge}. */
  words: z.strictObject({ up: lineOf([]), down: lineOf([]), first: lineOf([]), last: lineOf([]) }),
  longestLine: z.int().min(10).max(250),
  greatestSteps: z.int().min(1).max(14),
  /** mm and degrees; the angle is between the flanges. */
  limits: z.strictObject({ angle: range, correction: range, gauge: range, length: range, thickness: range }),
})
export type ProgramText = z.infer<typeof programText>
