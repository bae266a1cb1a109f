// The words of the workshop's command line and what each does at the desk. Each answers with lines to print: the value that was
// asked for, else one line that says what was done.
import * as z from 'zod'
import { environment, eventTypes, fieldPath, moduleNames, purposes, scopes } from '../../shared/workshop-api/index.ts'
import { eventGroups } from '../events/event-audience.ts'
import { Refusal } from '../store/refusal.ts'
import { agreementCommands } from './agreement-commands.ts'
import { countingNumber, Misused, number, oneOf, positive, takenBy, word } from './command-line.ts'
import type { Said } from './command-line.ts'
import type { Command } from './command.ts'
import type { Desk, KeyWanted } from './desk.ts'
import { invoiceCommands } from './invoice-commands.ts'
import { libraryCommands } from './library-commands.ts'
import { orderCommands } from './order-commands.ts'
import { paymentCommands } from './payment-commands.ts'
import { peopleCommands } from './people-commands.ts'
import { sandboxCommands } from './sandbox-commands.ts'
import { shopCommands } from './shop-commands.ts'
import type { SheetMove } from './sheet-changes.ts'
import { webhookCommands } from './webhook-commands.ts'

const commands: readonly Command[] = [
  {
    words: 'key make',
    usage: 'NAME [--purpose PURPOSE] [--scopes SCOPE,SCOPE] [--environment test|live] [--customer NUMBER]',
    what: 'make a key, of purpose maskin unless another is said; it is shown once',
    run: (desk, { words, options }) => {
      const wanted: KeyWanted = {
        name: word(words, 0, 'NAME'),
        environment: oneOf(
          environment.options,
          '--environment',
          options.environment ?? (desk.workshop.sandbox ? 'test' : 'live'),
        ),
        purpose: oneOf(purposes, '--purpose', options.purpose ?? 'maskin'),
        ...(options.scopes === undefined
          ? {}
          : { scopes: options.scopes.split(',').map((each) => oneOf(scopes, '--scopes', each)) }),
        ...(options.customer === undefined ? {} : { customer: countingNumber('--customer', options.customer) }),
      }
      return [desk.makeKey(wanted)]
    },
  },
  {
    words: 'key revoke',
    usage: 'NAME',
    what: 'take a key out of use',
    run: (desk, { words }) => {
      const name = word(words, 0, 'NAME')
      const count = desk.revokeKey(name)
      return [count === 1 ? `key ${name} is revoked` : `${count} keys called ${name} are revoked`]
    },
  },
  {
    words: 'key list',
    usage: '',
    what: 'the keys: environment, kind, purpose, scopes, whether it is in use, its last call',
    run: (desk) =>
      desk.keys().map((key) => {
        const state = key.revokedAt === null ? 'in use' : `revoked ${key.revokedAt}`
        const lastCall = key.lastCall === null ? 'no call' : `${key.lastCall.at} ${key.lastCall.what}`
        return [key.name, key.environment, key.kind, key.purpose, key.scopes.join(','), state, lastCall].join('\t')
      }),
  },
  ...peopleCommands,
  ...shopCommands,
  ...libraryCommands,
  ...agreementCommands,
  ...paymentCommands,
  ...invoiceCommands,
  ...webhookCommands,
  ...sandboxCommands,
  {
    words: 'module',
    usage: 'NAME on|off',
    what: `switch a module: ${moduleNames.join(', ')}`,
    run: (desk, { words }) => {
      const name = oneOf(moduleNames, 'NAME', word(words, 0, 'NAME'))
      const state = oneOf(['on', 'off'], 'on|off', word(words, 1, 'on|off'))
      desk.switchModule(name, state === 'on')
      return [`module ${name} is ${state}`]
    },
  },
  {
    words: 'sheet note',
    usage: 'SHEET TEXT',
    what: "change a sheet's note (an empty text takes it away)",
    run: (desk, { words }) => {
      const note = word(words, 1, 'TEXT')
      const sheet = desk.sheets.change(word(words, 0, 'SHEET'), { note: note === '' ? null : note })
      return done(sheet, note === '' ? 'note taken away' : 'note changed')
    },
  },
  {
    words: 'sheet drawing',
    usage: 'SHEET --quantity N [--piece NO]',
    what: 'another number of pieces: a new drawing version',
    run: (desk, { words, options }) => {
      const reference = word(words, 0, 'SHEET')
      const pieceNo = countingNumber('--piece', options.piece ?? '1')
      const quantity = countingNumber('--quantity', options.quantity)
      const { pieces } = desk.sheets.find(reference)
      if (!pieces.some((piece) => piece.pieceNo === pieceNo))
        throw new Refusal('not_found', `there is no piece ${pieceNo}`)
      const changed = pieces.map((piece) => (piece.pieceNo === pieceNo ? { ...piece, quantity } : piece))
      return done(desk.sheets.change(reference, { pieces: changed }), `piece ${pieceNo} now ${quantity} times`)
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
      return done(desk.sheets.move(word(words, 0, 'SHEET'), move), 'moved')
    },
  },
  {
    words: 'sheet rework',
    usage: 'SHEET',
    what: 'bent wrong: take the marker away',
    run: (desk, { words }) => done(desk.sheets.rework(word(words, 0, 'SHEET')), 'to be bent again'),
  },
  {
    words: 'approval ask',
    usage: 'SHEET',
    what: 'send a sheet to the customer',
    run: (desk, { words }) => done(desk.sheets.askApproval(word(words, 0, 'SHEET')), 'sent to the customer'),
  },
  {
    words: 'approval give',
    usage: 'SHEET [--comment TEXT]',
    what: 'the customer approves',
    run: (desk, { words, options }) =>
      done(desk.sheets.decideApproval(word(words, 0, 'SHEET'), 'approved', options.comment), 'approved'),
  },
  {
    words: 'approval refuse',
    usage: 'SHEET [--comment TEXT]',
    what: 'the customer wants a change',
    run: (desk, { words, options }) =>
      done(
        desk.sheets.decideApproval(word(words, 0, 'SHEET'), 'change_requested', options.comment),
        'change requested',
      ),
  },
  ...orderCommands,
  {
    words: 'sheets make',
    usage: 'COUNT [--day YYYY-MM-DD] [--order NUMBER]',
    what: 'add many sheets, for trials',
    run: (desk, { words, options }) => {
      const ids = desk.makeSheets({
        count: countingNumber('COUNT', words[0]),
        ...(options.day === undefined ? {} : { day: options.day }),
        ...(options.order === undefined ? {} : { order: options.order }),
      })
      return [`${ids.length} sheets added`]
    },
  },
  {
    words: 'brake add',
    usage: 'NAME --length MM --thickness MM [--kind press_brake|folder]',
    what: 'add a machine; its id is printed',
    run: (desk, { words, options }) => [
      desk.addPressBrake({
        name: word(words, 0, 'NAME'),
        kind: oneOf(['press_brake', 'folder'], '--kind', options.kind ?? 'press_brake'),
        maxLengthMm: positive('--length', options.length),
        maxThicknessMm: positive('--thickness', options.thickness),
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
    what: "move the service's clock on, or back by a negative number (never with a live workshop)",
    run: (desk, { words }) => [`the service's clock says ${desk.advanceClock(number('SECONDS', words[0]))}`],
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
    `PURPOSE is one of ${purposes.join(', ')}`,
    `SCOPE is one of ${scopes.join(', ')}`,
    `EVENT is one of ${eventTypes.join(', ')}`,
    `GROUP is one of ${eventGroups.join(', ')}`,
  ]
}

/** Runs the command that the words begin with. Throws a `Refusal` for one that does not exist or cannot be done. */
export function runCommand(desk: Desk, said: Said): string[] {
  const line = said.words.join(' ')
  const command = commands.find(({ words }) => line === words || line.startsWith(`${words} `))
  if (command === undefined) throw new Refusal('invalid', `there is no command "${line}": see help`)
  const words = said.words.slice(command.words.split(' ').length)
  try {
    refuseSurplus(command, { ...said, words })
    return command.run(desk, { ...said, words })
  } catch (error) {
    if (error instanceof Misused) throw new Refusal('invalid', `${error.message}: ${command.words} ${command.usage}`)
    if (error instanceof z.ZodError) throw new Refusal('invalid', unfit(error))
    throw error
  }
}

function refuseSurplus({ usage }: Command, { words, options }: Said): void {
  const taken = takenBy(usage)
  const surplus = words.slice(taken.words.length)
  if (surplus.length > 0) {
    throw new Misused(`"${surplus.join(' ')}" is too much (a text of several words stands in quotation marks)`)
  }
  const known = ['data', 'workshop', ...taken.options]
  const foreign = Object.keys(options).find((name) => !known.includes(name))
  if (foreign !== undefined) throw new Misused(`--${foreign} is no option of this command`)
}

/** What the contract's schemas do not let into the store, field by field. */
function unfit({ issues }: z.ZodError): string {
  const problems = issues.map(({ path, message }) => `${fieldPath(path)}: ${message}`)
  return `nothing is changed, this does not fit: ${problems.join('; ')}`
}

function done(
  sheet: { order: { numberDisplay: string }; sheetNo: number; version: number; drawingVersion: number },
  what: string,
): string[] {
  const { order, sheetNo, version, drawingVersion } = sheet
  return [`${order.numberDisplay}/${sheetNo} version ${version}, drawing ${drawingVersion}: ${what}`]
}
