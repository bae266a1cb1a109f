// The map of a Modbus controller: a file that a technician writes, because makers publish no such map. A map is used only after a person
// has commissioned it at the machine. Pure.
import { readWorkshopFile, type WorkshopFile } from '../../../shared/workshop-files/index.ts'
import { checkMap } from './map-checks.ts'
import { mapFields, type ControllerMap } from './map-fields.ts'

export type { ControllerMap } from './map-fields.ts'

const controllerMap = mapFields.superRefine((map, context) => {
  for (const { path, message } of checkMap(map)) context.addIssue({ code: 'custom', path: [...path], message })
})

/** The map in a file's text, or every invalid place with its line and field. */
export const readControllerMap = (text: string): WorkshopFile<ControllerMap> => readWorkshopFile(text, controllerMap)
