// What the workshop knows of its own machines, tools, materials and bends, as the screen is handed it: the screen then checks and
// fits by itself. Every field a schema. Pure.
import * as z from 'zod'
import { allowanceTables } from '../bending/allowance-tables.ts'
import { hemForceTable, machine, materialTable, tooling } from '../bending/fit/index.ts'
import { wrongWhy } from '../bending/wrong-why.ts'
import { uuid } from '../workshop-api/index.ts'
import { dxfPreset } from './export-view.ts'

/** Where one of the workshop's own files is wrong. What the file would have given counts as not known. */
export const wrongPlace = z.strictObject({
  /** The file's whole path. */
  file: z.string(),
  /** From 1. */
  line: z.int().min(1),
  /** "dies[2].vMm"; empty where the file as a whole is wrong. */
  field: z.string(),
  /** In English, for logs and terminals. */
  message: z.string(),
  why: wrongWhy,
})

export const machineView = z.strictObject({
  /** The service's press brake that this is; null for a machine that only the workshop's own file knows. */
  pressBrakeId: uuid.nullable(),
  name: z.string(),
  /** 'press_brake' or 'folder'. */
  kind: z.string(),
  /** The service's limits laid over the file's; null where no file describes it, or the two together describe no machine. */
  machine: machine.nullable(),
})
export type MachineView = z.infer<typeof machineView>

export const workshopView = z.strictObject({
  /** A difference above it is shown on the sheet. */
  toleranceMm: z.number().positive(),
  /** What an export begins with where nobody chose. */
  dxfPreset,
  /** A table whose file is wrong has no rows: none of its figures is known then. */
  allowances: allowanceTables,
  /** The service's active brakes in its order, then the machines that it does not know. */
  machines: z.array(machineView),
  /** Null where the file is wrong; so with the next two. */
  tools: tooling.nullable(),
  materials: materialTable.nullable(),
  hemForces: hemForceTable.nullable(),
  wrong: z.array(wrongPlace),
  /** Where the workshop puts files of its own. */
  folder: z.string(),
})
export type WorkshopView = z.infer<typeof workshopView>
