// What a technician writes down of a Modbus controller. Makers publish no such map, so it is a file of the workshop's own, and nothing in
// it is believed before a person has seen it work. Pure; zod alone.
import { readWorkshopFile, type WorkshopFile } from '../../../shared/workshop-files/index.ts'
import { checkMap } from './map-checks.ts'
import { mapFields, type ControllerMap } from './map-fields.ts'

export type { ControllerMap } from './map-fields.ts'

export const controllerMap = mapFields.superRefine((map, context) => {
  for (const { path, message } of checkMap(map)) context.addIssue({ code: 'custom', path: [...path], message })
})

/** The map of a file's text, or every place where it is wrong, with line and field. */
export const readControllerMap = (text: string): WorkshopFile<ControllerMap> => readWorkshopFile(text, controllerMap)
