// A bench's workshop on a thread of its own, so that what the service does never holds up the station's loop. `workerData` says which;
// it ends with its thread.
import { parentPort, workerData } from 'node:worker_threads'
import * as z from 'zod'
import { benchWorkshop } from './workshop.ts'

const asked = z.object({ folder: z.string(), sheets: z.int(), limitFactor: z.number() }).parse(workerData)
const { service, station } = await benchWorkshop(asked.folder, asked.sheets, asked.limitFactor)
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread is no window
parentPort?.postMessage({ shopSlug: service.workshop, station })
