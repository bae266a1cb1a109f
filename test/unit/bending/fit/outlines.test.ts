// Outlines of tools and machine parts: what is refused, at which corner, and which figures an outline gives.
import { describe, expect, it, test } from 'vitest'
import {
  deriveTool,
  outlinesOverlap,
  shifted,
  toolDifferences,
  validateOutline,
} from '../../../../shared/bending/fit/index.ts'
import type { Outline, OutlinePart } from '../../../../shared/bending/fit/index.ts'
import { tables } from './shipped-workshop.ts'

const outlineOf = (...corners: readonly (readonly [number, number])[]): Outline => corners.map(([x, y]) => ({ x, y }))
const punch = outlineOf([0, 0], [10, 10], [10, 90], [-10, 90], [-10, 10])
const die = outlineOf([-10, 0], [-10, -60], [10, -60], [10, 0], [4, 0], [0, -4], [-4, 0])
const faults = (outline: Outline, part: OutlinePart) => validateOutline(outline, part)

describe('an outline', () => {
  it('that is sound has no fault', () => {
    expect(faults(punch, 'punch')).toEqual([])
    expect(faults(die, 'die')).toEqual([])
  })

  test.each<[string, Outline, OutlinePart, object]>([
    ['has two corners', outlineOf([0, 0], [0, 10]), 'punch', { code: 'outline_corners', params: { least: 3 } }],
    ['has one place twice', outlineOf([0, 0], [9, 9], [0, 0]), 'punch', { code: 'outline_corners' }],
    [
      'has an infinite corner',
      outlineOf([0, 0], [9, Infinity], [0, 90]),
      'punch',
      { code: 'outline_number', corner: 1 },
    ],
    [
      'repeats a corner',
      outlineOf([0, 0], [10, 10], [10, 10], [10, 90], [-10, 90]),
      'punch',
      { code: 'outline_corner_twice', params: { xMm: 10, yMm: 10 }, corner: 2 },
    ],
    [
      'crosses itself',
      outlineOf([0, 0], [10, 90], [-10, 10], [10, 10], [-10, 90]),
      'punch',
      { code: 'outline_crosses', params: { edge: 1, other: 3 }, corner: 2 },
    ],
    [
      'runs back over its own edge',
      outlineOf([0, 0], [10, 10], [10, 90], [10, 50], [-10, 90]),
      'punch',
      { code: 'outline_crosses', params: { edge: 2, other: 3 } },
    ],
    [
      'touches itself',
      outlineOf([0, 0], [10, 10], [10, 90], [0, 0.0000001], [-10, 90]),
      'punch',
      { code: 'outline_crosses', params: { edge: 1, other: 3 } },
    ],
    ['runs clockwise', punch.toReversed(), 'punch', { code: 'outline_clockwise', corner: null }],
    [
      'is too low',
      outlineOf([0, 0], [3, 3], [3, 9], [-3, 9], [-3, 3]),
      'punch',
      { code: 'outline_height', params: { heightMm: 9, leastMm: 10, mostMm: 400 } },
    ],
    ['is too high', outlineOf([0, 0], [9, 9], [9, 401], [-9, 401]), 'punch', { params: { heightMm: 401 } }],
    [
      'has its tip elsewhere',
      shifted(punch, { x: 0, y: 2 }),
      'punch',
      { code: 'outline_tip', params: { xMm: 0, yMm: 2 }, corner: 0 },
    ],
    ['has its tip beside 0/0', shifted(punch, { x: 1, y: 0 }), 'punch', { code: 'outline_tip', params: { xMm: 1 } }],
    ['has no V', outlineOf([-10, -60], [10, -60], [10, 0], [-10, 0]), 'die', { code: 'outline_no_v' }],
    ['has its V elsewhere', shifted(die, { x: 1, y: 0 }), 'die', { code: 'outline_v_middle', params: { atMm: 1 } }],
    [
      'has its shoulders below 0',
      shifted(die, { x: 0, y: -1 }),
      'die',
      { code: 'outline_highest', params: { atMm: -1 } },
    ],
    [
      'has shoulders of two heights',
      outlineOf([-10, -1], [-10, -60], [10, -60], [10, 0], [4, 0], [0, -4], [-3, -1]),
      'die',
      { code: 'outline_shoulders', params: { leftMm: -1, rightMm: 0 } },
    ],
    [
      'of a clamp lies below its seat',
      outlineOf([-9, -1], [9, -1], [9, 99]),
      'clamp',
      { code: 'outline_lowest', params: { atMm: -1 } },
    ],
    ['of a clamp lies beside its seat', outlineOf([1, 0], [9, 0], [9, 99]), 'clamp', { code: 'outline_origin' }],
    [
      'of a holder lies above its seat',
      outlineOf([-9, 1], [0, -60], [9, 1]),
      'holder',
      { code: 'outline_highest', params: { atMm: 1 } },
    ],
    [
      'of fingers begins before the stop',
      outlineOf([-1, 0], [60, 0], [60, 35]),
      'fingers',
      { code: 'outline_left', params: { atMm: -1 } },
    ],
    [
      'of a folding beam reaches the table',
      outlineOf([-9, -9], [1, -9], [1, 0]),
      'folderBeam',
      { code: 'outline_right', params: { atMm: 1 } },
    ],
  ])('that %s is refused', (_, outline, part, fault) => {
    expect(faults(outline, part)).toMatchObject([fault])
  })
})

describe('the figures of an outline', () => {
  it.each(tables.tools.dies)('of the die $id are those of the file', (die) => {
    expect(toolDifferences({ ...die, outline: die.outline ?? [] }, 'die')).toEqual([])
  })
  it.each(tables.tools.punches)('of the punch $id are those of the file', (punch) => {
    expect(toolDifferences({ ...punch, outline: punch.outline ?? [] }, 'punch')).toEqual([])
  })
  it.each(tables.tools.hemmingTools)('of the hemming tool $id are those of the file', (tool) => {
    expect(toolDifferences({ ...tool, outline: tool.outline ?? [] }, 'hemmingTool')).toEqual([])
  })

  it('are those of a sharp punch and a sharp die', () => {
    expect(deriveTool(punch, 'punch')).toEqual({ includedDeg: 90, heightMm: 90, bodyWidthMm: 20, tipRadiusMm: 0 })
    expect(deriveTool(die, 'die')).toEqual({
      includedDeg: 90,
      heightMm: 60,
      bodyWidthMm: 20,
      vMm: 8,
      shoulderRadiusMm: 0,
    })
  })

  it('are those of a tip with a radius of 3, whatever the number of chords', () => {
    for (const count of [4, 8, 16, 40]) {
      const arc = Array.from({ length: count + 1 }, (_, index) => {
        const angle = ((225 + (90 * index) / count) * Math.PI) / 180
        return { x: 3 * Math.cos(angle), y: 3 + 3 * Math.sin(angle) }
      })
      const y = 10 + 3 - 3 * Math.SQRT2
      const outline = [...arc, ...outlineOf([10, y], [10, 90], [-10, 90], [-10, y])]
      expect(validateOutline(outline, 'punch')).toEqual([])
      expect(deriveTool(outline, 'punch')).toMatchObject({ includedDeg: 90, tipRadiusMm: 3 })
    }
  })

  it('are compared with the entered ones', () => {
    const entered = { includedDeg: 86, vMm: 10, heightMm: 60.4, outline: die }
    expect(toolDifferences(entered, 'die')).toEqual([
      { field: 'includedDeg', entered: 86, derived: 90 },
      { field: 'vMm', entered: 10, derived: 8 },
    ])
  })
})

it('outlines that share an area overlap, and outlines that touch do not', () => {
  const square = outlineOf([0, 0], [10, 0], [10, 10], [0, 10])
  expect(outlinesOverlap(square, shifted(square, { x: 10, y: 0 }))).toBe(false)
  expect(outlinesOverlap(square, shifted(square, { x: 9, y: 3 }))).toBe(true)
  expect(outlinesOverlap(square, outlineOf([4, 4], [6, 4], [5, 6]))).toBe(true)
})
