// A driver for an already running service of this repository: KANT_CONFORMANCE_DRIVER names this file, KANT_CONFORMANCE_DATA the data folder
// of the service.
import process from 'node:process'
import { openAdmin } from '../../../src-service/admin/index.ts'
import type { Driver } from './driver.ts'
import { driverOver } from './own-service.ts'

const dataFolder = process.env['KANT_CONFORMANCE_DATA'] ?? ''
const administration = openAdmin({ dataFolder })

export const driver: Driver = {
  ...driverOver(administration, dataFolder),
  advance: async (seconds) => void administration.advanceClock(seconds),
  restart: null,
}
