// The link that a technician has set: an address and a controller's file, put together as something that can be connected. Opens nothing
// before it is asked to.
import { hash } from 'node:crypto'
import * as z from 'zod'
import { readLinedJson } from '../../../shared/bending/lined-json.ts'
import type { WrongPlace } from '../../../shared/bending/workshop-file.ts'
import { why } from '../../../shared/bending/wrong-why.ts'
import type { Clock } from '../../platform/clock.ts'
import { createDncText } from '../drivers/dnc-text.ts'
import type { Driver } from '../drivers/driver.ts'
import { createFileDrop } from '../drivers/file-drop.ts'
import { modbusDriver } from '../drivers/modbus-driver.ts'
import { readControllerMap } from '../maps/controller-map.ts'
import { readDncTemplate, readFileDropTemplate } from '../maps/dnc-template.ts'
import { readLineAddress } from '../transport/line-address.ts'
import { transportOf } from '../transport/transport-of.ts'
import type { Line, LineEnd, Transport } from '../transport/transport.ts'
import type { Connection } from './session.ts'

export interface Link {
  readonly uri: string
  /** 'modbus-rtu', 'modbus-tcp', 'dnc-text' or 'file-drop'. */
  readonly driver: string
  /** As the file names the controller. */
  readonly map: string
  /** Of what the file says, however it is laid out. */
  readonly mapHash: string
  /** Rejects with a LineError. */
  readonly connect: (signal: AbortSignal) => Promise<Connection>
}

/** `wrong`: places in the file; empty where the address is wrong. */
export type NamedLink =
  | { readonly ok: true; readonly link: Link }
  | { readonly ok: false; readonly message: string; readonly wrong: readonly WrongPlace[] }

const kinds = ['modbus-rtu', 'modbus-tcp', 'dnc-text', 'file-drop'] as const
const kinded = z.object({ kind: z.enum(kinds) })

/** `uri`: of a line, or `folder:PATH` for a controller that takes files. `mapText`: the controller's file. */
export function linkOf(uri: string, mapText: string, clock: Clock): NamedLink {
  const json = readLinedJson(mapText)
  const kind = json.ok ? kinded.safeParse(json.value).data?.kind : undefined
  switch (kind) {
    case 'modbus-rtu':
    case 'modbus-tcp': {
      const read = readControllerMap(mapText)
      return read.ok
        ? overLine(uri, kind, read.value, clock, (line, characterMs) =>
            modbusDriver({ line, characterMs, map: read.value, clock }),
          )
        : wrongFile(read.wrong)
    }
    case 'dnc-text': {
      const read = readDncTemplate(mapText)
      return read.ok
        ? overLine(uri, kind, read.value, clock, (line, characterMs) =>
            createDncText({ line, characterMs, template: read.value, clock }),
          )
        : wrongFile(read.wrong)
    }
    case 'file-drop': {
      const read = readFileDropTemplate(mapText)
      if (!read.ok) return wrongFile(read.wrong)
      const folder = /^folder:(.+)$/.exec(uri)?.[1]
      if (folder === undefined) return wrongAddress('a controller that takes files is given as folder:PATH')
      const connect = async (): Promise<Connection> => {
        const gone = Promise.withResolvers<LineEnd>()
        const driver = createFileDrop({ folder, template: read.value, clock })
        const close = async (): Promise<void> => {
          gone.resolve({ code: 'closed', message: 'closed' })
          await driver.close()
        }
        return { driver: { ...driver, close }, ended: gone.promise }
      }
      return named(uri, kind, read.value, connect)
    }
    case undefined:
      return wrongFile([
        json.ok
          ? {
              line: json.lineOf(['kind']),
              field: 'kind',
              message: `must be one of ${kinds.join(', ')}`,
              why: why('one_of', { values: kinds.join(', ') }),
            }
          : { line: json.line, field: '', message: json.message, why: json.why },
      ])
  }
}

function overLine(
  uri: string,
  kind: string,
  map: { readonly name: string },
  clock: Clock,
  driverOn: (line: Line, characterMs: number) => Driver,
): NamedLink {
  const found = transportOf(uri, clock)
  if (!found.ok) return wrongAddress(found.message)
  const heldUp = wrongFlow(uri, kind)
  if (heldUp !== null) return wrongAddress(heldUp)
  return named(uri, kind, map, (signal) => connectOver(found.transport, signal, driverOn))
}

/** What a port holds up by itself it lets out later, when nobody has looked whether the machine is safe. */
function wrongFlow(uri: string, kind: string): string | null {
  const read = readLineAddress(uri)
  const flow = read.ok && read.address.kind === 'serial' ? read.address.flow : 'none'
  if (flow === 'none') return null
  if (kind === 'modbus-rtu') return `flow=${flow}: Modbus has no flow control, leave it out`
  return flow === 'xonxoff' ? 'flow=xonxoff: XON and XOFF are heeded by the link itself, leave it out' : null
}

async function connectOver(
  transport: Transport,
  signal: AbortSignal,
  driverOn: (line: Line, characterMs: number) => Driver,
): Promise<Connection> {
  const line = await transport.open(signal)
  return { driver: driverOn(line, transport.characterMs), ended: line.ended }
}

function named(uri: string, driver: string, map: { readonly name: string }, connect: Link['connect']): NamedLink {
  const mapHash = hash('sha256', JSON.stringify(map), 'hex')
  return { ok: true, link: { uri, driver, map: map.name, mapHash, connect } }
}

const wrongFile = (wrong: readonly WrongPlace[]): NamedLink => ({
  ok: false,
  message: wrong
    .map(({ line, field, message }) => `line ${line}${field === '' ? '' : ` ${field}`}: ${message}`)
    .join('; '),
  wrong,
})
const wrongAddress = (message: string): NamedLink => ({ ok: false, message, wrong: [] })
