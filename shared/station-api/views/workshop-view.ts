// The workshop's own machines, tools, materials and bends. The screen itself computes checks and fit from them. Pure.
import * as z from 'zod'
import {
  allowanceTables,
  hemForceTable,
  machine,
  materialTable,
  problemReason,
  tooling,
} from '../../workshop-files/schemas/index.ts'
import { uuid } from '../../workshop-api/index.ts'
import { dxfPreset } from './export-view.ts'

/** A fault in one of the workshop's own files. The content of a faulty file counts as unknown. */
export const wrongPlace = z.strictObject({
  /** The full path of the file. */
  file: z.string(),
  /** Counted from 1. */
  line: z.int().min(1),
  /** "dies[2].vMm"; empty: the whole file. */
  field: z.string(),
  /** An English message for logs and terminals. */
  message: z.string(),
  why: problemReason,
})

export const machineView = z.strictObject({
  /** The press brake of the service; null: the machine is only in the workshop's own file. */
  pressBrakeId: uuid.nullable(),
  name: z.string(),
  /** 'press_brake' or 'folder'. */
  kind: z.string(),
  /** The file's data with the service's limits; null: no file describes it, or the combination is not a valid machine. */
  machine: machine.nullable(),
})
export type MachineView = z.infer<typeof machineView>

export const workshopView = z.strictObject({
  /** The sheet view shows differences above it. */
  toleranceMm: z.number().positive(),
  /** The default preset of an export. */
  dxfPreset,
  /** A table with a faulty file has no rows. */
  allowances: allowanceTables,
  /** The active brakes of the service in its order, then the machines that it does not have. */
  machines: z.array(machineView),
  /** Null: the file is faulty. The same applies to the next two. */
  tools: tooling.nullable(),
  materials: materialTable.nullable(),
  hemForces: hemForceTable.nullable(),
  wrong: z.array(wrongPlace),
  /** The folder of the workshop's own files. */
  folder: z.string(),
})
export type WorkshopView = z.infer<typeof workshopView>
