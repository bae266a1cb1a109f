// The answers of the planner by the second checker: no hit in any plan, and the hit that each reason names.
import { expect, it } from 'vitest'
import { folder, longBrake } from '../../fit/shipped-workshop.ts'
import { checkAnswers } from './checked-answers.ts'
import { folderRequest } from '../folder-tools.ts'
import { generatedProfiles } from '../generated-profiles.ts'
import { dieOf, gooseneck, requestOf, straightPunch } from '../plan-tools.ts'
import { sandboxRequests } from '../sandbox-requests.ts'

const profiles = generatedProfiles(23, 8, 4)
it.each([
  ['a straight punch', profiles.map((profile) => requestOf(profile, [dieOf(8, 30)], [straightPunch()]))],
  ['a gooseneck', profiles.map((profile) => requestOf(profile, [dieOf(8, 30)], [gooseneck]))],
  ['a folding machine', profiles.map((profile) => folderRequest(profile))],
  [
    'sheets of the sandbox on a press brake',
    sandboxRequests(longBrake)
      .slice(0, 6)
      .map(({ request }) => request),
  ],
  [
    'sheets of the sandbox on a folding machine',
    sandboxRequests(folder)
      .slice(0, 12)
      .map(({ request }) => request),
  ],
])('agrees on %s', (_, requests) => {
  const { hits, unconfirmed, plans } = checkAnswers(requests, 6)
  expect(hits).toEqual([])
  expect(unconfirmed).toEqual([])
  expect(plans).toBeGreaterThan(2)
})
