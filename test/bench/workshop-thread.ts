// Runs the bench's sandbox on a separate thread, so that the service never delays the station's event loop. `workerData` contains
// its parameters. It ends with its thread.
import { parentPort, workerData } from 'node:worker_threads'
import * as z from 'zod'
import { benchWorkshop } from './workshop.ts'

const parameters = z.object({ folder: z.string(), sheets: z.int(), limitFactor: z.number() }).parse(workerData)
const { service, station } = await benchWorkshop(parameters.folder, parameters.sheets, parameters.limitFactor)
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread is not a window
parentPort?.postMessage({ shopSlug: service.workshop, station })
