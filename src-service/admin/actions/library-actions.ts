// The actions on the library of fittings that the workshop can make. It limits the dimensions and materials of products.
import * as z from 'zod'
import { fitting } from '../../../shared/workshop-api/index.ts'
import type { Fitting } from '../../../shared/workshop-api/index.ts'
import type { Parts } from '../../parts.ts'
import { readWorkshopFile } from '../../seed/workshop-file.ts'
import { Refusal } from '../../store/refusal.ts'
import type { Workshop } from '../../store/workshops.ts'

export interface LibraryActions {
  /** Sorted by name. */
  list: () => Fitting[]
  /** Replaces the fitting of the same family. Refused if a dimension's minimum is above its maximum. */
  set: (wanted: Omit<Fitting, 'id'>) => Fitting
  remove: (family: string) => void
  /** Adds the common fittings of a sandbox whose family is not in the library. Returns their number. */
  fill: () => number
}

const all = Number.MAX_SAFE_INTEGER
/** The members of a fitting in the library. Others are dropped. */
const common = z.object(fitting.omit({ id: true }).shape)

export function libraryActions({ store, catalogue }: Parts, { id: workshopId }: Workshop): LibraryActions {
  const list = () => catalogue.fittings(workshopId, ['', ''], all)
  return {
    list,
    set: (wanted) => {
      const narrow = wanted.params.find(({ minMm, maxMm }) => minMm > maxMm)
      if (narrow !== undefined) throw new Refusal('invalid', `the minimum of ${narrow.name} is above its maximum`)
      return catalogue.setFitting(workshopId, wanted)
    },
    remove: (family) => {
      const fitting = list().find((each) => each.family === family)
      if (fitting === undefined) throw new Refusal('not_found', `the library does not contain ${family}`)
      catalogue.removeFitting(fitting.id)
    },
    fill: () => {
      const known = list().map(({ family }) => family)
      const fittings = readWorkshopFile().library.map((each) => common.parse(each))
      const added = fittings.filter(({ family }) => !known.includes(family))
      store.write(() => {
        for (const each of added) catalogue.setFitting(workshopId, each)
      })
      return added.length
    },
  }
}
