// What a program is made from is read once: a workshop file, a split or a brake that changes while the plan is searched gives neither the
// old plan with the new machine nor the new split.
import { expect, it } from 'vitest'
import { drawingHash } from '../../../src-main/platform/drawing-hash.ts'
import type { PlanPlace, SourceParts } from '../../../src-main/station/brake/program-sources.ts'
import { programSources } from '../../../src-main/station/brake/program-sources.ts'
import { brakeId, planOf, sourcesFor, storedSheet } from './brake-sources.ts'

const sheet = storedSheet({ flanges: [40, 60], turns: [90] })

it('is the workshop, the brake and the split for which the plan was searched', async () => {
  const { workshop: files, machine, programs, corrections, gaugeCorrections, plan } = sourcesFor(sheet)
  const workshop = { ...files, machines: machine === null ? [] : [machine] }
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
    workshop: () => (isChanged ? { ...workshop, machines: [] } : workshop),
    machineFor: () => (isChanged ? null : brakeId),
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
  expect(places).toEqual([{ workshop, machine }])
  expect(sources).toMatchObject({
    machine,
    pressBrakeId: brakeId,
    split: oldSplit,
    plan: planOf(sheet),
    greatestSteps: 14,
  })
})

it.for([
  ['a machine of the service', { pressBrakeId: brakeId }, brakeId, brakeId],
  ['a machine that the service does not know', { pressBrakeId: null, name: 'Knekkemaskin 2' }, 'Knekkemaskin 2', null],
] as const)('has the machine at which the sheet is planned: %s', async ([, change, key, pressBrakeId]) => {
  const { workshop, machine: usual, programs, corrections, gaugeCorrections, plan } = sourcesFor(sheet)
  if (usual === null) throw new Error('the sources have a machine')
  const machine = { ...usual, ...change }
  const parts: SourceParts = {
    ledger: {
      programs,
      corrections,
      gaugeCorrections,
      operators: { find: () => undefined },
      plans: { splitOf: () => null },
    },
    workshop: () => ({ ...workshop, machines: [{ ...usual, pressBrakeId: null, name: 'another' }, machine] }),
    machineFor: () => key,
    planOf: async () => ({ plan, planRequest: null, isOwnOrder: false }),
  }
  const sources = await programSources(parts, { greatestSteps: 14, stepFields: [] }, sheet)
  expect(sources).toMatchObject({ machine, pressBrakeId })
})
