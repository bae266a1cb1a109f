// One printed bending sheet: everything that an operator needs on one A4 page, readable at arm's length, in poor light and without
// colour. Pure. Units: mm.
import { ok } from '../../base/result.ts'
import type { Result } from '../../base/result.ts'
import { isTapered } from '../../bending/index.ts'
import type { Mm, Refusal } from '../../bending/index.ts'
import type { DrawnPiece, DrawnSheet } from '../drawn-sheet.ts'
import { printed } from '../paper/index.ts'
import type { Area, Measure, PaperPage } from '../paper/index.ts'
import { drawPlanPictures, planPictures } from './pdf-plan-pictures.ts'
import type { PlanPictures } from './pdf-plan-pictures.ts'
import { drawFooter, drawHead, footerMm, headBottom, labelMm, noticesOf } from './pdf-sheet-head.ts'
import type { Notice, SheetExtras } from './pdf-sheet-head.ts'
import { arrangedTables, drawTables } from './pdf-sheet-tables.ts'
import type { SheetTables } from './pdf-sheet-tables.ts'
import { profileScene } from '../profile/index.ts'
import type { Scene } from '../scene/index.ts'
import { validateSheet } from '../sheet-validation.ts'
import { flatPatternScene } from '../flat-pattern/index.ts'
import type { DrawingTexts } from '../labels/index.ts'

export interface SheetPage {
  readonly sheet: DrawnSheet
  readonly extras: SheetExtras
  readonly notices: readonly (readonly Notice[])[]
  /** One scene, or one per end of a tapered profile. */
  readonly profiles: readonly Scene[]
  /** One scene, or one per hand. */
  readonly flatPatterns: readonly Scene[]
  readonly profileArea: Area
  readonly flatPatternArea: Area
  readonly tables: SheetTables
  /** `no_room`: a line says so. Null: no plan is printed. */
  readonly steps: PlanPictures | 'no_room' | null
}

const tablesBottom = printed.y + printed.height - footerMm - 3
const titleMm = 4.4
const gapMm = 4

/** Everything that can be refused is computed before the page is drawn. */
export function preparedPage(
  sheet: DrawnSheet,
  extras: SheetExtras,
  measure: Measure,
  texts: DrawingTexts,
): Result<SheetPage, Refusal> {
  const sound = validateSheet(sheet)
  if (!sound.ok) return sound
  const notices = noticesOf(sheet, extras, measure, texts)
  const top = headBottom(notices) + 1
  const room = tablesBottom - top
  const tables = arrangedTables(sheet, { heightMm: room, drawingsMm: wantedDrawings(sheet) }, measure, texts)
  const drawingsMm = room - tables.heightMm - 2 * titleMm - gapMm
  const { plan } = extras
  const roomOfSteps = drawingsMm - leastDrawingsMm - titleMm - gapMm
  const steps = plan === undefined ? null : (planPictures(plan, sheet.profile, roomOfSteps, texts) ?? 'no_room')
  const stepsMm = steps === null ? 0 : stepsHeight(steps) + titleMm + gapMm
  const scenes = drawnScenes(sheet, drawingsMm - stepsMm, texts)
  if (!scenes.ok) return scenes
  const { profiles, flatPatterns, profileMm, flatPatternMm } = scenes.value
  const profileArea: Area = { x: printed.x, y: top + titleMm, width: printed.width, height: profileMm }
  const flatPatternArea: Area = { ...profileArea, y: profileArea.y + profileMm + titleMm, height: flatPatternMm }
  return ok({ sheet, extras, notices, profiles, flatPatterns, profileArea, flatPatternArea, tables, steps })
}

const stepsHeight = (steps: PlanPictures | 'no_room'): Mm => (steps === 'no_room' ? 0 : steps.heightMm)

/** The drawings keep this height when the steps of a plan are shown too. */
const leastDrawingsMm: Mm = 96

/** The labels of bends are one below the other beside the flat pattern. */
const wantedDrawings = ({ profile }: DrawnSheet): Mm => 120 + 4 * Math.max(0, profile.bends.length - 6)

interface DrawnScenes {
  profiles: Scene[]
  flatPatterns: Scene[]
  profileMm: Mm
  flatPatternMm: Mm
}

/** The flat pattern gets up to half the height, the profile the rest; the flat pattern also gets what the profile does not need. */
function drawnScenes(sheet: DrawnSheet, heightMm: Mm, texts: DrawingTexts): Result<DrawnScenes, Refusal> {
  const half = heightMm / 2
  let flatPatterns = flatPatternScenes(sheet, half, texts)
  if (!flatPatterns.ok) return flatPatterns
  const maxProfileMm = heightMm - Math.min(half, tallest(flatPatterns.value))
  const profiles = profileScenes(sheet, maxProfileMm, texts)
  if (!profiles.ok) return profiles
  const profileMm = Math.min(maxProfileMm, tallest(profiles.value))
  if (tallest(flatPatterns.value) > half * 0.93 && heightMm - profileMm > half * 1.1) {
    flatPatterns = flatPatternScenes(sheet, heightMm - profileMm, texts)
    if (!flatPatterns.ok) return flatPatterns
  }
  const flatPatternMm = Math.min(heightMm - profileMm, tallest(flatPatterns.value))
  const spare = (heightMm - profileMm - flatPatternMm) / 2
  return ok({
    profiles: profiles.value,
    flatPatterns: flatPatterns.value,
    profileMm: profileMm + spare,
    flatPatternMm: flatPatternMm + spare,
  })
}

/** The height of scenes side by side, at the scale that they were made for. */
const tallest = (scenes: readonly Scene[]): Mm =>
  Math.max(...scenes.map(({ box, unitMm }) => (box.maxY - box.minY) / unitMm))

/** The section, or both ends of a tapered one at the same scale, so that the narrower end is visible. */
function profileScenes(sheet: DrawnSheet, heightMm: Mm, texts: DrawingTexts): Result<Scene[], Refusal> {
  const ends = isTapered(sheet.profile) ? (['start', 'end'] as const) : (['start'] as const)
  const frame = { widthMm: share(printed.width, ends.length), heightMm }
  let minUnitMm = 0
  let scenes: Scene[] = []
  for (let round = 0; round < ends.length; round += 1) {
    scenes = []
    for (const end of ends) {
      const scene = profileScene(sheet, { end, frame, texts, minUnitMm })
      if (!scene.ok) return scene
      scenes.push(scene.value)
    }
    minUnitMm = Math.max(...scenes.map(({ unitMm }) => unitMm))
  }
  return ok(scenes)
}

function flatPatternScenes(sheet: DrawnSheet, heightMm: Mm, texts: DrawingTexts): Result<Scene[], Refusal> {
  const shown = shownPieces(sheet)
  const frame = { widthMm: share(printed.width, shown.length), heightMm }
  const scenes: Scene[] = []
  for (const piece of shown) {
    const scene = flatPatternScene(sheet, { piece, frame, texts })
    if (!scene.ok) return scene
    scenes.push(scene.value)
  }
  return ok(scenes)
}

/** One piece per hand, the left one on the left; for a sheet without pieces, the flat pattern as stated. */
function shownPieces({ pieces, unfolding }: DrawnSheet): (DrawnPiece | undefined)[] {
  const hands = [...new Set(pieces.map(({ hand }) => hand))].toSorted((a, b) => columnOf(a) - columnOf(b))
  const asWritten = ({ lengthMm, outline, cutouts }: DrawnPiece) =>
    outline === null && cutouts === null && lengthMm === unfolding.lengthMm
  const shown = hands.map((hand) => {
    const piecesOfHand = pieces.filter((piece) => piece.hand === hand)
    return piecesOfHand.find(asWritten) ?? piecesOfHand[0]
  })
  return shown.length === 0 ? [undefined] : shown
}

const columnOf = (hand: string): number => (hand === 'left' ? 0 : hand === 'right' ? 2 : 1)

/** The width of each of several drawings side by side, with gaps between them. */
const share = (width: Mm, count: number): Mm => (width - (count - 1) * gapMm) / count

/** Draws the prepared page. `pageOf` is the text of its page number. */
export function drawSheetPage(
  page: PaperPage,
  prepared: SheetPage,
  pageOf: string,
  measure: Measure,
  texts: DrawingTexts,
): void {
  const { sheet, extras, notices, profiles, flatPatterns, profileArea, flatPatternArea, tables, steps } = prepared
  drawHead(page, sheet, extras, notices, measure, texts)
  sectionTitle(page, profileArea, texts.profile)
  sideBySide(page, profiles, profileArea)
  sectionTitle(page, flatPatternArea, texts.flatPattern)
  sideBySide(page, flatPatterns, flatPatternArea)
  if (steps !== null) {
    const top = tablesBottom - tables.heightMm - gapMm - stepsHeight(steps)
    const isDrawn = steps !== 'no_room'
    page.text(printed.x, top - titleMm + 3, isDrawn ? texts.plan : texts.planNoRoom, { sizeMm: labelMm })
    if (isDrawn) drawPlanPictures(page, steps, top)
  }
  drawTables(page, sheet, tables, tablesBottom - tables.heightMm, measure, texts)
  drawFooter(page, sheet, pageOf, measure, texts)
}

const sectionTitle = (page: PaperPage, area: Area, title: string): void => {
  page.text(area.x, area.y - titleMm + 3, title, { sizeMm: labelMm })
}

function sideBySide(page: PaperPage, scenes: readonly Scene[], area: Area): void {
  const width = share(area.width, scenes.length)
  for (const [index, scene] of scenes.entries()) {
    page.scene(scene, { ...area, x: area.x + index * (width + gapMm), width })
  }
}
