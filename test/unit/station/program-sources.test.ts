// What a program is made from is read once: a workshop file, a split or a brake that changes while the plan is searched gives neither the
// old plan with the new machine nor the new split.
import { expect, it } from 'vitest'
import { drawingHash } from '../../../src-main/platform/drawing-hash.ts'
import type { PlanPlace, SourceParts } from '../../../src-main/station/brake/program-sources.ts'
import { programSources } from '../../../src-main/station/brake/program-sources.ts'
import { brakeId, planOf, sourcesFor, storedSheet } from './brake-sources.ts'

const sheet = storedSheet({ flanges: [40, 60], turns: [90] })
const { workshop, machine: usual, programs, corrections, gaugeCorrections, plan } = sourcesFor(sheet)
if (usual === null) throw new Error('the sources have a machine')

/** What a program is made from, with these parts instead of the usual ones. */
const partsWith = (
  parts: Partial<SourceParts> & Pick<SourceParts, 'workshop'>,
  splitOf: SourceParts['ledger']['plans']['splitOf'],
): SourceParts => ({
  ledger: { programs, corrections, gaugeCorrections, operators: { find: () => undefined }, plans: { splitOf } },
  machineFor: () => brakeId,
  planOf: async () => ({ plan, planRequest: null, isOwnOrder: false }),
  ...parts,
})

it('is the workshop, the brake and the split for which the plan was searched', async () => {
  const oneMachine = { ...workshop, machines: [usual] }
  const oldSplit = { longestMm: 600, lapMm: 20, pieces: [] }
  let isChanged = false
  const places: PlanPlace[] = []
  const search = Promise.withResolvers<undefined>()
  const parts = partsWith(
    {
      workshop: () => (isChanged ? { ...oneMachine, machines: [] } : oneMachine),
      machineFor: () => (isChanged ? null : brakeId),
      planOf: async (_, place) => {
        places.push(place)
        await search.promise
        return { plan, planRequest: null, isOwnOrder: false }
      },
    },
    (sheetId, drawing) => (!isChanged && sheetId === sheet.id && drawing === drawingHash(sheet) ? oldSplit : null),
  )
  const promise = programSources(parts, { greatestSteps: 14, stepFields: [] }, sheet)
  isChanged = true
  search.resolve(undefined)
  const sources = await promise
  expect(sources.workshop).toBe(oneMachine)
  expect(places).toEqual([{ workshop: oneMachine, machine: usual }])
  expect(sources).toMatchObject({
    machine: usual,
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
  const machine = { ...usual, ...change }
  const other = { ...usual, pressBrakeId: null, name: 'another' }
  const parts = partsWith(
    { workshop: () => ({ ...workshop, machines: [other, machine] }), machineFor: () => key },
    () => null,
  )
  const sources = await programSources(parts, { greatestSteps: 14, stepFields: [] }, sheet)
  expect(sources).toMatchObject({ machine, pressBrakeId })
})
