// The steps of a bend plan on the printed sheet: what stands above each picture, and how the pictures fit the room.
import { describe, expect, it } from 'vitest'
import { planNow } from '../../../shared/bending/plan/index.ts'
import { englishTexts, norwegianTexts } from '../../../shared/drawing/index.ts'
import { planPictures } from '../../../shared/drawing/pdf/pdf-plan-pictures.ts'
import { value } from '../bending/any-profile.ts'
import { longBrake } from '../bending/fit/shipped-workshop.ts'
import { sandboxRequests } from '../bending/plan/sandbox-requests.ts'

function printed(sheet: string) {
  const request = sandboxRequests(longBrake).find(({ id }) => id === sheet)?.request
  if (request === undefined) throw new Error(`no sheet ${sheet}`)
  const answer = value(planNow(request))
  if (answer.kind !== 'works') throw new Error(answer.kind)
  const { steps, stations } = answer.plan
  return { request, steps, stations }
}
const hemmed = printed('parapetbeslag-02')
const anthracite = { material: 'aluminium', colour: 'RAL 7016', colourSide: 'utside' }

describe('the pictures of a plan with a hem at a second set of tools', () => {
  const pictures = planPictures(hemmed, anthracite, 100, norwegianTexts)?.pictures ?? []

  it('say how the blank lies, when it is flipped and when the tools are changed', () => {
    expect(pictures.map(({ handling }) => handling)).toEqual(['', '', 'BYTT VERKTØY, VEND', '', 'BYTT VERKTØY', ''])
  })

  it('say in large letters at every step whether the colour side is up', () => {
    expect(pictures.map(({ side }) => side)).toEqual(
      hemmed.steps.map(({ pose }) => (pose.faceUp === 'A' ? 'FARGE OPP' : 'FARGE NED')),
    )
    const inside = planPictures(hemmed, { ...anthracite, colourSide: 'innside' }, 100, englishTexts)
    expect(inside?.pictures[0]?.side).toBe(hemmed.steps[0]?.pose.faceUp === 'A' ? 'COLOUR DOWN' : 'COLOUR UP')
    const bare = planPictures(hemmed, { ...anthracite, colour: 'blank', colourSide: 'ingen' }, 100, englishTexts)
    expect([bare?.pictures[0]?.side, bare?.sideLine]).toEqual(['', null])
    expect(bare?.pictures[0]?.scene?.items.map(({ role }) => role)).toContain('hatch')
  })

  it('name the edge and the gauge of every step but a flattening, and the tools', () => {
    for (const [index, { kind, gauge, dieId, hemmingToolId }] of hemmed.steps.entries()) {
      const edge = gauge.edge === 'first' ? 'første flens' : 'siste flens'
      const figure = String(Math.round(gauge.xMm * 100) / 100).replace('.', ',')
      expect(pictures[index]?.gauge).toBe(kind === 'flatten' ? '' : `${edge} ${figure}`)
      expect(pictures[index]?.tool).toBe(hemmingToolId ?? dieId)
    }
  })
})

it('say how high the gauge stands and how far it moves back, with a minus sign below the shoulders of the die', () => {
  const hat = printed('hatteprofil-01')
  const levels = hat.steps.map(({ gauge }) => gauge.levelMm)
  expect(Math.min(...levels)).toBeLessThan(0)
  const pictures = planPictures(hat, anthracite, 100, norwegianTexts)?.pictures ?? []
  expect(pictures.map(({ fingers }) => fingers)).toEqual(
    hat.steps.map(({ gauge: { levelMm, retractMm } }) => {
      const level = `${levelMm < 0 ? '−' : ''}${Math.abs(levelMm)}`.replace('.', ',')
      return `R ${level} tilbake ${retractMm}`
    }),
  )
  expect(hat.steps.every(({ gauge }) => gauge.retractMm > 0)).toBe(true)
  const flattened = hemmed.steps.findIndex(({ kind }) => kind === 'flatten')
  expect(planPictures(hemmed, anthracite, 100, norwegianTexts)?.pictures[flattened]?.fingers).toBe('')
})

const withRoom = (roomMm: number) => planPictures(hemmed, anthracite, roomMm, norwegianTexts)

it('the stations stand below the pictures, with their set-up, their tools and their segments', () => {
  const { setUps = [] } = withRoom(100) ?? {}
  expect(setUps).toHaveLength(hemmed.stations.length)
  for (const [index, { hemmingToolId, dieId, lowerSegmentsMm }] of hemmed.stations.entries()) {
    expect(setUps[index]).toContain(`Stasjon ${index + 1} · ${hemmingToolId ?? dieId} · `)
    expect(setUps[index]).toContain(lowerSegmentsMm.join(' + '))
  }
})

it('in little room the stations, the gauge and the tools are left out, and then the pictures', () => {
  expect(withRoom(52)).toMatchObject({ pictureMm: 26, heightMm: 52 })
  expect(withRoom(51.9)?.pictureMm).toBe(21)
  expect(withRoom(43)).toMatchObject({ pictureMm: 17, heightMm: 43 })
  expect(withRoom(42)).toMatchObject({ pictureMm: 17, heightMm: 37, setUps: [] })
  const withoutFingers = withRoom(36)
  expect(withoutFingers).toMatchObject({ pictureMm: 17, heightMm: 34, setUps: [] })
  expect(withoutFingers?.pictures[0]).toMatchObject({ gauge: expect.stringMatching(/flens \d/), fingers: '' })
  const tight = withRoom(28)
  expect([tight?.pictureMm, tight?.heightMm]).toEqual([17, 28])
  expect(tight?.pictures.every(({ gauge, fingers, tool }) => `${gauge}${fingers}${tool}` === '')).toBe(true)
  expect(tight?.pictures[2]?.handling).toBe('BYTT VERKTØY, VEND')
  expect(withRoom(27)).toBeNull()
})
