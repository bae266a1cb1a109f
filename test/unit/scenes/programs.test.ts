// The scenes of the screenshots: a program on a screen bends what the drawing beside it shows.
import { expect, test } from 'vitest'
import { signedTurnDegOf } from '../../../shared/bending/index.ts'
import { fakeStation } from '../../end-to-end/screen/fake-station/fake-station.ts'
import { sceneGroupNames, scenesOf } from '../../end-to-end/screen/scenes/all-scenes.ts'

const programs = sceneGroupNames.flatMap(scenesOf).flatMap(({ name, route, set }) => {
  const station = fakeStation()
  set?.(station)
  return station.program?.kind === 'program' ? [{ name, route, station, program: station.program.program }] : []
})

const directionOf = (signedTurnDeg: number) => (signedTurnDeg > 0 ? 'up' : 'down')

test('some scenes have a program', () => {
  expect(programs.length).toBeGreaterThan(5)
})

test.each(programs)('$name: each step has the direction and the angle of its bend', ({ route, station, program }) => {
  const sheet = station.sheets.get(program.sheetId)?.sheet
  if (!sheet) throw new Error('the program has no sheet')
  expect(route).toContain(sheet.id)
  const drawn = sheet.profile.bends.map((bend, index) => {
    const signedTurnDeg = signedTurnDegOf(bend)
    return { bend: index + 1, direction: directionOf(signedTurnDeg), includedDeg: 180 - Math.abs(signedTurnDeg) }
  })
  const steps = program.steps.map(({ bend, direction, includedDeg }) => ({ bend, direction, includedDeg }))
  expect(steps.toSorted((one, other) => one.bend - other.bend)).toEqual(drawn)
  const lines = sheet.unfolding.bendLines.map((line, index) => ({
    bend: index + 1,
    direction: line.direction,
    includedDeg: 180 - Math.abs(signedTurnDegOf(line)),
  }))
  expect(lines).toEqual(drawn)
})
