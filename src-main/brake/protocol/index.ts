// Entry point of the brake's protocols: Modbus frames and clients, the text lines of a DNC link, and the guard of writes.
export { BrakeError } from './brake-error.ts'
export { createDncReader } from './dnc-reader.ts'
export type { DncReader, DncToken } from './dnc-reader.ts'
export { modbusClient } from './modbus-client.ts'
export type { ModbusClient } from './modbus-client.ts'
export {
  answerBytes,
  exceptionBytes,
  holdsBits,
  maxCount,
  readCodes,
  readRequest,
  tableOf,
  writeCodes,
} from './modbus-pdu.ts'
export type { ReadCode, ReadRequest, Request, Table, WriteCode, WriteRequest } from './modbus-pdu.ts'
export { rtuFrame, rtuRequestReader } from './modbus-rtu.ts'
export { tcpFrame, tcpFrameReader } from './modbus-tcp.ts'
export { fromWords, limitsOf, registerTypes, toWords, widthOf } from './register-value.ts'
export type { RegisterShape, RegisterType } from './register-value.ts'
export { taskQueue } from './task-queue.ts'
export { isWritable } from './write-guard.ts'
export type { Condition, Writable, WriteRules } from './write-guard.ts'
