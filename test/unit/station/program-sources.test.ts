// What a program is made from is read once: a workshop file, a split or a brake that changes while the plan is searched gives neither the
// old plan with the new machine nor the new split.
import { expect, it } from 'vitest'
import { drawingHash } from '../../../src-main/platform/drawing-hash.ts'
import type { PlanPlace, SourceParts } from '../../../src-main/station/brake/program-sources.ts'
import { programSources } from '../../../src-main/station/brake/program-sources.ts'
import { brakeId, planOf, sourcesFor, storedSheet } from './brake-sources.ts'

const sheet = storedSheet({ flanges: [40, 60], turns: [90] })

it('is the workshop, the brake and the split for which the plan was searched', async () => {
  const { workshop, programs, corrections, gaugeCorrections, plan } = sourcesFor(sheet)
  const longer = { ...workshop, machines: [] }
  const oldSplit = { longestMm: 600, lapMm: 20, pieces: [] }
  let isChanged = false
  const places: PlanPlace[] = []
  const search = Promise.withResolvers<undefined>()
  const parts: SourceParts = {
    ledger: {
      programs,
      corrections,
      gaugeCorrections,
      operators: { find: () => undefined },
      plans: {
        splitOf: (sheetId, drawing) =>
          !isChanged && sheetId === sheet.id && drawing === drawingHash(sheet) ? oldSplit : null,
      },
    },
    workshop: () => (isChanged ? longer : workshop),
    ownBrakeId: () => (isChanged ? null : brakeId),
    planOf: async (_, place) => {
      places.push(place)
      await search.promise
      return { plan, planRequest: null, isOwnOrder: false }
    },
  }
  const promise = programSources(parts, { greatestSteps: 14, stepFields: [] }, sheet)
  isChanged = true
  search.resolve(undefined)
  const sources = await promise
  expect(sources.workshop).toBe(workshop)
  expect(places).toEqual([{ workshop, ownBrakeId: brakeId }])
  expect(sources).toMatchObject({ ownBrakeId: brakeId, split: oldSplit, plan: planOf(sheet), greatestSteps: 14 })
})
