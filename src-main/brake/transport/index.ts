// Entry point of the transports: serial lines and TCP connections to a controller.
export { readConnectionAddress } from './connection-address.ts'
export { serialPorts } from './serial-transport.ts'
export type { SerialPortFound } from './serial-transport.ts'
export { transportOf } from './transport-of.ts'
export { ConnectionError } from './transport.ts'
export type { Connection, ConnectionEnd, ConnectionEndCode, Transport } from './transport.ts'
