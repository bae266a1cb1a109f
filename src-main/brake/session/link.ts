// Builds a link from an address and a controller's file. `connect` opens the connection; nothing is opened before.
import { hash } from 'node:crypto'
import * as z from 'zod'
import { failed, ok, type Result } from '../../../shared/base/result.ts'
import { readJsonWithLines } from '../../../shared/workshop-files/index.ts'
import type { WrongPlace } from '../../../shared/workshop-files/index.ts'
import { explain } from '../../../shared/workshop-files/schemas/index.ts'
import type { Clock } from '../../platform/clock.ts'
import {
  createDncText,
  createFileDrop,
  createModbusDriver,
  dncCapabilities,
  fileDropCapabilities,
  modbusCapabilities,
} from '../drivers/index.ts'
import type { Capabilities, Driver } from '../drivers/index.ts'
import { readControllerMap, readDncTemplate, readFileDropTemplate } from '../maps/index.ts'
import { readConnectionAddress, transportOf } from '../transport/index.ts'
import type { Connection, ConnectionEnd, Transport } from '../transport/index.ts'
import type { ConnectedDriver } from './connection-life.ts'

export interface Link {
  readonly uri: string
  /** 'modbus-rtu', 'modbus-tcp', 'dnc-text' or 'file-drop'. */
  readonly driver: string
  /** The controller's name in the file. */
  readonly map: string
  /** The hash of the file's content, independent of its formatting. */
  readonly mapHash: string
  /** What the controller can do according to its file. */
  readonly capabilities: Capabilities
  /** Rejects with a ConnectionError. */
  readonly connect: (signal: AbortSignal) => Promise<ConnectedDriver>
}

export interface LinkRefusal {
  readonly message: string
  /** Places in the file; empty where the address is wrong. */
  readonly wrong: readonly WrongPlace[]
}

const kinds = ['modbus-rtu', 'modbus-tcp', 'dnc-text', 'file-drop'] as const
const withKind = z.object({ kind: z.enum(kinds) })

/** `uri`: a connection address, or `folder:PATH` for a controller that takes files. `mapText`: the controller's file. */
export function linkOf(uri: string, mapText: string, clock: Clock): Result<Link, LinkRefusal> {
  const json = readJsonWithLines(mapText)
  const kind = json.ok ? withKind.safeParse(json.value.value).data?.kind : undefined
  switch (kind) {
    case 'modbus-rtu':
    case 'modbus-tcp': {
      const read = readControllerMap(mapText)
      return read.ok
        ? overConnection(uri, read.value, modbusCapabilities(read.value), clock, (connection, characterMs) =>
            createModbusDriver({ connection, characterMs, map: read.value, clock }),
          )
        : wrongFile(read.error)
    }
    case 'dnc-text': {
      const read = readDncTemplate(mapText)
      return read.ok
        ? overConnection(uri, read.value, dncCapabilities(read.value), clock, (connection, characterMs) =>
            createDncText({ connection, characterMs, template: read.value, clock }),
          )
        : wrongFile(read.error)
    }
    case 'file-drop': {
      const read = readFileDropTemplate(mapText)
      if (!read.ok) return wrongFile(read.error)
      const folder = /^folder:(.+)$/.exec(uri)?.[1]
      if (folder === undefined) return wrongAddress('a controller that takes files has the address folder:PATH')
      const connect = async (): Promise<ConnectedDriver> => {
        const ended = Promise.withResolvers<ConnectionEnd>()
        const driver = createFileDrop({ folder, template: read.value, clock })
        const close = async (): Promise<void> => {
          ended.resolve({ code: 'closed', message: 'closed' })
          await driver.close()
        }
        return { driver: { ...driver, close }, ended: ended.promise }
      }
      return createLink(uri, read.value, fileDropCapabilities(read.value), connect)
    }
    case undefined:
      return wrongFile([
        json.ok
          ? {
              line: json.value.lineOf(['kind']),
              field: 'kind',
              message: `must be one of ${kinds.join(', ')}`,
              why: explain('one_of', { values: kinds.join(', ') }),
            }
          : { field: '', ...json.error },
      ])
  }
}

interface ControllerFile {
  readonly kind: string
  readonly name: string
}

function overConnection(
  uri: string,
  map: ControllerFile,
  capabilities: Capabilities,
  clock: Clock,
  driverOn: (connection: Connection, characterMs: number) => Driver,
): Result<Link, LinkRefusal> {
  const transport = transportOf(uri, clock)
  if (!transport.ok) return wrongAddress(transport.error)
  const flowRefusal = wrongFlow(uri, map.kind)
  if (flowRefusal !== null) return wrongAddress(flowRefusal)
  return createLink(uri, map, capabilities, (signal) => connectOver(transport.value, signal, driverOn))
}

/** A port with a buffer of its own sends the bytes later, when the safe state was not checked. */
function wrongFlow(uri: string, kind: string): string | null {
  const read = readConnectionAddress(uri)
  const flow = read.ok && read.value.kind === 'serial' ? read.value.flow : 'none'
  if (flow === 'none') return null
  if (kind === 'modbus-rtu') return `flow=${flow}: Modbus has no flow control, leave it out`
  return flow === 'xonxoff' ? 'flow=xonxoff: the link handles XON and XOFF itself, leave it out' : null
}

async function connectOver(
  transport: Transport,
  signal: AbortSignal,
  driverOn: (connection: Connection, characterMs: number) => Driver,
): Promise<ConnectedDriver> {
  const connection = await transport.open(signal)
  return { driver: driverOn(connection, transport.characterMs), ended: connection.ended }
}

function createLink(
  uri: string,
  map: ControllerFile,
  capabilities: Capabilities,
  connect: Link['connect'],
): Result<Link, LinkRefusal> {
  const mapHash = hash('sha256', JSON.stringify(map), 'hex')
  return ok({ uri, driver: map.kind, map: map.name, mapHash, capabilities, connect })
}

const wrongFile = (wrong: readonly WrongPlace[]): Result<Link, LinkRefusal> =>
  failed({
    message: wrong
      .map(({ line, field, message }) => `line ${line}${field === '' ? '' : ` ${field}`}: ${message}`)
      .join('; '),
    wrong,
  })
const wrongAddress = (message: string): Result<Link, LinkRefusal> => failed({ message, wrong: [] })
