// The schema of a program as text: its lines with placeholders, and the range of every figure. Pure.
import * as z from 'zod'

/** The figures of a step that position an axis. Each has a range; a figure outside its range is never written. */
export const figures = ['angle', 'correction', 'gauge', 'length', 'thickness'] as const
/** Figures of a step that only a plan has. Each needs a range only if a line contains it. */
export const planFigures = ['level', 'retract', 'springback'] as const
export type Figure = (typeof figures)[number] | (typeof planFigures)[number]

const programPlaces = ['name', 'version', 'piece', 'steps'] as const
const stepPlaces = [
  ...programPlaces,
  ...figures,
  ...planFigures,
  'step',
  'bend',
  'direction',
  'edge',
  'material',
  'tool',
  'punch',
  'kind',
  'face',
  'flip',
  'turn',
  'punchturned',
  'station',
  'setup',
  'strokes',
] as const
export type Place = (typeof stepPlaces)[number]

export const placeInText = /\{([a-z]+)\}/g

/** A line of printable 7-bit text with placeholders in braces: "N{step} A{angle}". */
const lineWith = (places: readonly string[]) =>
  z
    .string()
    .max(200)
    .regex(/^[ -~]*$/, 'printable ASCII only')
    .superRefine((text, context) => {
      for (const [written, place] of text.matchAll(placeInText)) {
        if (place === undefined || places.includes(place)) continue
        context.addIssue({ code: 'custom', message: `${written} is not one of the placeholders ${places.join(', ')}` })
      }
      if (/[{}]/.test(text.replaceAll(placeInText, ''))) {
        context.addIssue({ code: 'custom', message: 'a brace that is not part of a placeholder' })
      }
    })

const range = z
  .strictObject({ least: z.number(), greatest: z.number() })
  .refine(({ least, greatest }) => least <= greatest, { path: ['greatest'], message: 'must not be below least' })

const word = lineWith([])

export const programText = z
  .strictObject({
    /** The lines before the steps, with the leader ("%") if there is one. */
    head: z.array(lineWith(programPlaces)).max(20),
    /** The lines of each step. */
    step: z.array(lineWith(stepPlaces)).min(1).max(10),
    /** The lines after the steps; the trailer is the last one. */
    tail: z.array(lineWith(programPlaces)).max(20),
    endOfLine: z.enum(['crlf', 'lf', 'cr']),
    decimals: z.int().min(0).max(3),
    decimalMark: z.enum(['.', ',']),
    /**
     * The texts for {direction} and {edge}; those for {kind} and {face} only if a line contains them. {flip} and the like are 0 or 1.
     * `unknown`: the text of a {springback} that is not known. Omitted: a program with such a step is refused.
     */
    words: z.strictObject({
      up: word,
      down: word,
      first: word,
      last: word,
      kinds: z.strictObject({ bend: word, pre_bend: word, flatten: word, bump: word }).optional(),
      faces: z.strictObject({ A: word, B: word }).optional(),
      unknown: word.optional(),
    }),
    longestLine: z.int().min(10).max(250),
    greatestSteps: z.int().min(1).max(100),
    /** Limits in mm and degrees; the angle is the included angle. `flatten`: the angle of a flattening; omitted: `angle` applies to it. */
    limits: z.strictObject({
      angle: range,
      flatten: range.optional(),
      correction: range,
      gauge: range,
      length: range,
      thickness: range,
      level: range.optional(),
      retract: range.optional(),
      springback: range.optional(),
    }),
  })
  .superRefine(({ step, words, limits }, context) => {
    const need = (place: Place, there: unknown, path: string[]): void => {
      if (there !== undefined || !step.some((line) => line.includes(`{${place}}`))) return
      context.addIssue({ code: 'custom', path, message: `must be there, because a line contains {${place}}` })
    }
    for (const figure of planFigures) need(figure, limits[figure], ['limits', figure])
    need('kind', words.kinds, ['words', 'kinds'])
    need('face', words.faces, ['words', 'faces'])
    // two kinds with one text would be the same step for the controller
    const kinds = Object.values(words.kinds ?? {})
    if (new Set(kinds).size < kinds.length)
      context.addIssue({
        code: 'custom',
        path: ['words', 'kinds'],
        message: 'must have a different text for each kind',
      })
  })
export type ProgramText = z.infer<typeof programText>
