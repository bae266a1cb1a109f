// The words of the workshop's command line and what each does at the desk. Each answers with lines to print.
import { parseArgs } from 'node:util'
import * as z from 'zod'
import { environment, moduleName, orderStatus, purpose, scope } from '../../shared/workshop-api/index.ts'
import { Refusal } from '../store/refusal.ts'
import type { Desk, KeyWanted } from './desk.ts'
import type { SheetMove } from './sheet-changes.ts'

interface Command {
  words: string
  usage: string
  what: string
  run: (desk: Desk, said: Said) => string[]
}

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
] as const
type OptionName = (typeof optionNames)[number]

export function readCommandLine(args: readonly string[]): Said {
  const options = Object.fromEntries(optionNames.map((name) => [name, { type: 'string' }] as const))
  const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true, strict: true })
  return { words: positionals, options: values }
}

const commands: readonly Command[] = [
  {
    words: 'key make',
    usage: 'NAME [--purpose maskin] [--scopes a,b] [--environment test] [--customer NUMBER]',
    what: 'make a key; it is shown once',
    run: (desk, { words, options }) => {
      const wanted: KeyWanted = {
        name: word(words, 0, 'NAME'),
        environment: one(environment, 'environment', options.environment ?? (desk.workshop.sandbox ? 'test' : 'live')),
        purpose: one(purpose, 'purpose', options.purpose ?? 'maskin'),
        ...(options.scopes === undefined
          ? {}
          : { scopes: options.scopes.split(',').map((each) => one(scope, 'scopes', each)) }),
        ...(options.customer === undefined ? {} : { customer: number('customer', options.customer) }),
      }
      return [desk.makeKey(wanted)]
    },
  },
  {
    words: 'key revoke',
    usage: 'NAME',
    what: 'take a key out of use',
    run: (desk, { words }) => {
      desk.revokeKey(word(words, 0, 'NAME'))
      return []
    },
  },
  {
    words: 'key list',
    usage: '',
    what: 'the keys, and the last call of each',
    run: (desk) =>
      desk.keys().map(({ name, environment: of, kind, revokedAt, lastCall }) => {
        const state = revokedAt === null ? 'in use' : `revoked ${revokedAt}`
        return [name, of, kind, state, lastCall === null ? 'no call' : `${lastCall.at} ${lastCall.what}`].join('\t')
      }),
  },
  {
    words: 'module',
    usage: 'NAME on|off',
    what: 'switch a module',
    run: (desk, { words }) => {
      const state = one(z.enum(['on', 'off']), 'on|off', word(words, 1, 'on|off'))
      desk.switchModule(one(moduleName, 'NAME', word(words, 0, 'NAME')), state === 'on')
      return []
    },
  },
  {
    words: 'sheet note',
    usage: 'SHEET TEXT',
    what: "change a sheet's note (an empty text takes it away)",
    run: (desk, { words }) => {
      const note = word(words, 1, 'TEXT')
      return shown(desk.sheets.change(word(words, 0, 'SHEET'), { note: note === '' ? null : note }))
    },
  },
  {
    words: 'sheet drawing',
    usage: 'SHEET --quantity N [--piece NO]',
    what: 'another number of pieces: a new drawing version',
    run: (desk, { words, options }) => {
      const reference = word(words, 0, 'SHEET')
      const pieceNo = number('piece', options.piece ?? '1')
      const quantity = number('quantity', options.quantity)
      if (quantity < 1) throw new Refusal('invalid', '--quantity is a whole number from 1')
      const { pieces } = desk.sheets.find(reference)
      if (!pieces.some((piece) => piece.pieceNo === pieceNo))
        throw new Refusal('not_found', `there is no piece ${pieceNo}`)
      const changed = pieces.map((piece) => (piece.pieceNo === pieceNo ? { ...piece, quantity } : piece))
      return shown(desk.sheets.change(reference, { pieces: changed }))
    },
  },
  {
    words: 'sheet move',
    usage: 'SHEET [--brake NAME|none] [--day YYYY-MM-DD|none]',
    what: 'to another press brake, to another day',
    run: (desk, { words, options }) => {
      const move: SheetMove = {
        ...(options.brake === undefined ? {} : { pressBrake: options.brake === 'none' ? null : options.brake }),
        ...(options.day === undefined ? {} : { plannedDate: options.day === 'none' ? null : options.day }),
      }
      if (Object.keys(move).length === 0) throw new Refusal('invalid', 'say --brake or --day')
      return shown(desk.sheets.move(word(words, 0, 'SHEET'), move))
    },
  },
  {
    words: 'sheet rework',
    usage: 'SHEET',
    what: 'bent wrong: take the marker away',
    run: (desk, { words }) => shown(desk.sheets.rework(word(words, 0, 'SHEET'))),
  },
  {
    words: 'approval ask',
    usage: 'SHEET',
    what: 'send a sheet to the customer',
    run: (desk, { words }) => shown(desk.sheets.askApproval(word(words, 0, 'SHEET'))),
  },
  {
    words: 'approval give',
    usage: 'SHEET [--comment TEXT]',
    what: 'the customer approves',
    run: (desk, { words, options }) =>
      shown(desk.sheets.decideApproval(word(words, 0, 'SHEET'), 'approved', options.comment)),
  },
  {
    words: 'approval refuse',
    usage: 'SHEET [--comment TEXT]',
    what: 'the customer wants a change',
    run: (desk, { words, options }) =>
      shown(desk.sheets.decideApproval(word(words, 0, 'SHEET'), 'change_requested', options.comment)),
  },
  {
    words: 'order move',
    usage: 'NUMBER STATUS',
    what: `one rung of the ladder: ${orderStatus.options.join(', ')}`,
    run: (desk, { words }) => {
      const to = one(orderStatus, 'STATUS', word(words, 1, 'STATUS'))
      const { numberDisplay, statusLabel } = desk.orders.move(word(words, 0, 'NUMBER'), to)
      return [`${numberDisplay} ${statusLabel}`]
    },
  },
  {
    words: 'order cancel',
    usage: 'NUMBER [--reason TEXT]',
    what: 'cancel a received order, decline a request',
    run: (desk, { words, options }) => {
      const { numberDisplay, statusLabel } = desk.orders.cancel(word(words, 0, 'NUMBER'), options.reason)
      return [`${numberDisplay} ${statusLabel}`]
    },
  },
  {
    words: 'order forward',
    usage: 'NUMBER WORKSHOP',
    what: 'hand an order to another workshop of the network',
    run: (desk, { words }) => {
      desk.orders.forward(word(words, 0, 'NUMBER'), word(words, 1, 'WORKSHOP'))
      return []
    },
  },
  {
    words: 'sheets make',
    usage: 'COUNT [--day YYYY-MM-DD] [--order NUMBER]',
    what: 'add many sheets, for trials',
    run: (desk, { words, options }) => {
      const ids = desk.makeSheets({
        count: number('COUNT', word(words, 0, 'COUNT')),
        ...(options.day === undefined ? {} : { day: options.day }),
        ...(options.order === undefined ? {} : { order: options.order }),
      })
      return [`${ids.length} sheets`]
    },
  },
  {
    words: 'brake add',
    usage: 'NAME --length MM --thickness MM [--kind press_brake|folder]',
    what: 'add a machine',
    run: (desk, { words, options }) => [
      desk.addPressBrake({
        name: word(words, 0, 'NAME'),
        kind: one(z.enum(['press_brake', 'folder']), 'kind', options.kind ?? 'press_brake'),
        maxLengthMm: number('length', options.length),
        maxThicknessMm: number('thickness', options.thickness),
        maxForceKn: null,
        throatMm: null,
        openHeightMm: null,
        strokeMm: null,
        backgaugeMinMm: null,
        backgaugeMaxMm: null,
        department: null,
        active: true,
      }),
    ],
  },
  {
    words: 'clock advance',
    usage: 'SECONDS',
    what: "move the service's clock (never with a live workshop)",
    run: (desk, { words }) => {
      desk.advanceClock(number('SECONDS', word(words, 0, 'SECONDS')))
      return []
    },
  },
  {
    words: 'live',
    usage: 'NAME',
    what: 'make a live workshop; its first key is shown once',
    run: (desk, { words }) => {
      const { slug, key } = desk.makeLiveWorkshop(word(words, 0, 'NAME'))
      return [JSON.stringify({ workshop: slug, key })]
    },
  },
]

export function help(): string[] {
  return [
    'npm run workshop -- --data FOLDER [--workshop SLUG] COMMAND',
    '',
    ...commands.map(({ words, usage, what }) => `  ${`${words} ${usage}`.trimEnd()}\n      ${what}`),
    '',
    'SHEET is an id, or an order and a sheet number: T-000012/3',
  ]
}

/** Runs the command that the words begin with. Throws a `Refusal` for one that does not exist or cannot be done. */
export function runCommand(desk: Desk, said: Said): string[] {
  const line = said.words.join(' ')
  const command = commands.find(({ words }) => line === words || line.startsWith(`${words} `))
  if (command === undefined) throw new Refusal('invalid', `there is no command "${line}": see help`)
  const rest = said.words.slice(command.words.split(' ').length)
  try {
    return command.run(desk, { ...said, words: rest })
  } catch (error) {
    if (error instanceof Missing) throw new Refusal('invalid', `${error.message}: ${command.words} ${command.usage}`)
    throw error
  }
}

class Missing extends Error {}

function word(words: readonly string[], index: number, name: string): string {
  const said = words[index]
  if (said === undefined) throw new Missing(`${name} is missing`)
  return said
}

function number(name: string, text: string | undefined): number {
  if (text === undefined) throw new Missing(`${name} is missing`)
  const value = Number(text)
  if (text.trim() === '' || !Number.isFinite(value)) throw new Missing(`${name} is a number, not "${text}"`)
  return value
}

function one<Schema extends z.ZodType>(schema: Schema, name: string, text: string): z.infer<Schema> {
  const result = schema.safeParse(text)
  if (!result.success) throw new Missing(`${name} cannot be "${text}"`)
  return result.data
}

function shown(sheet: {
  order: { numberDisplay: string }
  sheetNo: number
  version: number
  drawingVersion: number
}): string[] {
  return [`${sheet.order.numberDisplay}/${sheet.sheetNo} version ${sheet.version}, drawing ${sheet.drawingVersion}`]
}
