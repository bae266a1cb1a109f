// Reads what was typed after `npm run workshop --`: words, options that each take a value, and the kinds of word there are. What
// does not fit is a `Refusal` in one sentence. Touches nothing.
import { Refusal } from '../store/refusal.ts'

export interface Said {
  words: string[]
  options: Partial<Record<OptionName, string>>
}

const optionNames = [
  'data',
  'workshop',
  'environment',
  'purpose',
  'scopes',
  'customer',
  'note',
  'quantity',
  'piece',
  'brake',
  'day',
  'comment',
  'reason',
  'order',
  'kind',
  'length',
  'thickness',
  'orgnr',
  'email',
  'mobile',
  'price',
  'unit',
  'least',
  'most',
  'percent',
  'amount',
  'from',
  'until',
  'free',
  'url',
  'terms',
  'termsurl',
  'lead',
  'days',
  'prices',
  'events',
  'audience',
  'ways',
  'params',
  'material',
  'colour',
  'side',
] as const
export type OptionName = (typeof optionNames)[number]

/**
 * Takes the arguments apart. An option is `--name value` or `--name=value`; what begins with one dash and a letter is none, so
 * that a negative number is a word like any other; after `--` all are words. `--help` is the word `help`.
 */
export function readCommandLine(args: readonly string[]): Said {
  const words: string[] = []
  const options: Said['options'] = {}
  const rest = [...args]
  for (let next = rest.shift(); next !== undefined; next = rest.shift()) {
    if (next === '--') return { words: [...words, ...rest], options }
    if (next === '--help' || next === '-h') return { words: ['help'], options }
    const [, dashed, value] = /^(--?[a-z][^=\s]*)(?:=(.*))?$/is.exec(next) ?? []
    if (dashed === undefined) words.push(next)
    else options[optionNamed(dashed)] = value ?? valueOf(dashed, rest.shift())
  }
  return { words, options }
}

function optionNamed(dashed: string): OptionName {
  const name = optionNames.find((each) => dashed === `--${each}`)
  if (name === undefined) throw new Refusal('invalid', `there is no option ${dashed}: see help`)
  return name
}

function valueOf(option: string, next: string | undefined): string {
  if (next === undefined || next.startsWith('--')) throw new Refusal('invalid', `${option} needs a value after it`)
  return next
}

/** What a usage line says that its command takes: the names of its words, and its options. */
export function takenBy(usage: string): { words: string[]; options: string[] } {
  return {
    words: usage
      .replaceAll(/\[[^\]]*\]|--\w+ \S+/g, '')
      .split(' ')
      .filter((name) => name !== ''),
    options: [...usage.matchAll(/--(\w+)/g)].map(([, name = '']) => name),
  }
}

/** A word or a value that is missing or is none of its kind: told together with how the command is used. */
export class Misused extends Error {}

export function word(words: readonly string[], index: number, name: string): string {
  return said(name, words[index])
}

export function number(name: string, text: string | undefined): number {
  return numeric(name, text, 'a number', () => true)
}

export function positive(name: string, text: string | undefined): number {
  return numeric(name, text, 'a number above 0', (value) => value > 0)
}

export function countingNumber(name: string, text: string | undefined): number {
  return numeric(name, text, 'a whole number from 1', (value) => Number.isSafeInteger(value) && value >= 1)
}

export function oneOf<Value extends string>(values: readonly Value[], name: string, text: string): Value {
  const found = values.find((value) => value === text)
  if (found === undefined) throw new Misused(`${name} is one of ${values.join(', ')}; not "${text}"`)
  return found
}

function said(name: string, text: string | undefined): string {
  if (text === undefined) throw new Misused(`${name} is missing`)
  return text
}

function numeric(name: string, text: string | undefined, kind: string, fits: (value: number) => boolean): number {
  const value = /^-?\d+(\.\d+)?$/.test(said(name, text)) ? Number(text) : Number.NaN
  if (!Number.isFinite(value) || !fits(value)) throw new Misused(`${name} is ${kind}, not "${text}"`)
  return value
}
