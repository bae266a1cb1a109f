// A simulated Modbus controller on a TCP port of its own, quick enough for tests.
import { startSimulator, type Simulator } from '../../../src-main/brake/simulator/simulator.ts'
import { systemClock } from '../../../src-main/platform/clock.ts'

export const startModbusOnPort = (controllerFile: string, strokeMs: number): Promise<Simulator> =>
  startSimulator({
    controllerFile,
    endpoint: { port: 0 },
    baud: 19_200,
    parity: 'even',
    bits: 8,
    turnaroundMs: 1,
    strokeMs,
    clock: systemClock,
    random: () => 0.5,
  })
