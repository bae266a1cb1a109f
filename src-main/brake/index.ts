// The public interface of the brake module: the link to a controller, its drivers and the program of a piece. Other folders import
// only this file, and `simulator/index.ts` for the simulator.
//
// The path from a bend to a register:
//   program/build-program.ts        a sheet and its plan become a program, or a refusal
//   program/planned-steps.ts        a bend of the plan becomes a step with its included angle
//   maps/program-to-registers.ts    each step becomes register values, by the controller's map
//   drivers/modbus-driver.ts        the values become write requests; the safe state is read before each
//   protocol/                       a request becomes bytes; the write guard checks the finished frame
//   transport/                      the bytes go to a serial port or a TCP connection
// maps/program-to-text.ts and drivers/dnc-text.ts do the same for controllers that take text.
export { BrakeError, type Capabilities, type Driver } from './drivers/index.ts'
export { unsentFields } from './maps/index.ts'
export type { StepFieldName } from './maps/index.ts'
export { buildProgram, correctedGaugeRefusal, type NoOrder, type PlannedOrder } from './program/index.ts'
export type { ProgramRefusal } from './program/index.ts'
export { plainBend, type BrakeProgram, type ProgramStep } from './program/index.ts'
export * from './session/index.ts'
export { serialPorts, type SerialPortFound } from './transport/index.ts'
export { ConnectionError } from './transport/index.ts'
