// Entry point of the drivers: one for each kind of controller.
export { createDncText, dncCapabilities } from './dnc-text.ts'
export { BrakeError } from './driver.ts'
export type { Alarm, Capabilities, CounterReading, Driver } from './driver.ts'
export { createFileDrop, fileDropCapabilities } from './file-drop.ts'
export { createModbusDriver, modbusCapabilities } from './modbus-driver.ts'
