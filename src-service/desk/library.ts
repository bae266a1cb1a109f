// The library of fittings that the workshop can make, as the people at its desk keep it: products are held to its measures and materials.
import * as z from 'zod'
import { fitting } from '../../shared/workshop-api/index.ts'
import type { Fitting } from '../../shared/workshop-api/index.ts'
import type { Parts } from '../parts.ts'
import { readWorkshopFile } from '../sandbox/workshop-file.ts'
import { Refusal } from '../store/refusal.ts'
import type { Workshop } from '../store/workshops.ts'

export interface LibraryDesk {
  /** By name. */
  list: () => Fitting[]
  /** In place of the family's own, where there is one. Refused where a measure has no room between its ends. */
  set: (wanted: Omit<Fitting, 'id'>) => Fitting
  remove: (family: string) => void
  /** Adds those of the common fittings, as a sandbox has them, whose family the library lacks. Returns how many. */
  fill: () => number
}

const all = Number.MAX_SAFE_INTEGER
/** All that a library has of one; the rest is left out. */
const common = z.object(fitting.omit({ id: true }).shape)

export function libraryDesk({ store, catalogue }: Parts, { id: workshopId }: Workshop): LibraryDesk {
  const list = () => catalogue.fittings(workshopId, ['', ''], all)
  return {
    list,
    set: (wanted) => {
      const narrow = wanted.params.find(({ minMm, maxMm }) => minMm > maxMm)
      if (narrow !== undefined) throw new Refusal('invalid', `${narrow.name} is at least more than it is at most`)
      return catalogue.setFitting(workshopId, wanted)
    },
    remove: (family) => {
      const found = list().find((each) => each.family === family)
      if (found === undefined) throw new Refusal('not_found', `the library has no ${family}`)
      catalogue.removeFitting(found.id)
    },
    fill: () => {
      const known = list().map(({ family }) => family)
      const found = readWorkshopFile().library.map((each) => common.parse(each))
      const added = found.filter(({ family }) => !known.includes(family))
      store.write(() => {
        for (const each of added) catalogue.setFitting(workshopId, each)
      })
      return added.length
    },
  }
}
