// The actions on the library of fittings that the workshop can make. It limits the dimensions and materials of products.
import * as z from 'zod'
import { fitting } from '../../../shared/workshop-api/index.ts'
import type { Fitting } from '../../../shared/workshop-api/index.ts'
import type { Parts } from '../../parts.ts'
import { readWorkshopFile } from '../../seed/index.ts'
import { Refusal } from '../../store/index.ts'
import type { Workshop } from '../../store/index.ts'
import { noLimit } from './no-limit.ts'

export interface LibraryActions {
  /** Sorted by name. */
  list: () => Fitting[]
  /** Replaces the fitting of the same family. Refused if a dimension's minimum is above its maximum. */
  set: (fitting: Omit<Fitting, 'id'>) => Fitting
  remove: (family: string) => void
  /** Adds the common fittings of a sandbox whose family is not in the library. Returns their number. */
  fill: () => number
}

/** The members of a fitting in the library. Others are dropped. */
const libraryFitting = z.object(fitting.omit({ id: true }).shape)

export function libraryActions({ store, catalogue }: Parts, { id: workshopId }: Workshop): LibraryActions {
  const list = () => catalogue.fittings(workshopId, ['', ''], noLimit)
  return {
    list,
    set: (newFitting) => {
      const invertedParam = newFitting.params.find(({ minMm, maxMm }) => minMm > maxMm)
      if (invertedParam !== undefined)
        throw new Refusal('invalid', `the minimum of ${invertedParam.name} is above its maximum`)
      return catalogue.setFitting(workshopId, newFitting)
    },
    remove: (family) => {
      const fitting = list().find((each) => each.family === family)
      if (fitting === undefined) throw new Refusal('not_found', `the library does not contain ${family}`)
      catalogue.removeFitting(fitting.id)
    },
    fill: () => {
      const existingFamilies = list().map(({ family }) => family)
      const fittings = readWorkshopFile().library.map((each) => libraryFitting.parse(each))
      const missing = fittings.filter(({ family }) => !existingFamilies.includes(family))
      store.write(() => {
        for (const each of missing) catalogue.setFitting(workshopId, each)
      })
      return missing.length
    },
  }
}
