// A driver for a service of this repository that somebody else started: KANT_CONFORMANCE_DRIVER names this file,
// KANT_CONFORMANCE_DATA the folder that the service was given.
import process from 'node:process'
import { openDesk } from '../../../src-service/desk/desk.ts'
import type { Driver } from './driver.ts'
import { driverOver } from './own-service.ts'

const dataFolder = process.env['KANT_CONFORMANCE_DATA'] ?? ''
const desk = openDesk({ dataFolder })

export const driver: Driver = {
  ...driverOver(desk, dataFolder),
  advance: async (seconds) => void desk.advanceClock(seconds),
  restart: null,
}
