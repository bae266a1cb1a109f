// One printed bending sheet: all that a press operator needs of a sheet on one A4 page, to be read at arm's length, greasy, in poor
// light and without a colour. Pure, mm.
import { good, isTapered } from '../bending/index.ts'
import type { Mm, Outcome } from '../bending/index.ts'
import type { DrawnPiece, DrawnSheet } from './drawn-sheet.ts'
import { printed } from './pdf-paper.ts'
import type { Area, PaperPage } from './pdf-paper.ts'
import { drawFooter, drawHead, footerMm, headBottom, labelMm, noticesOf } from './pdf-sheet-head.ts'
import type { Notice, SheetExtras } from './pdf-sheet-head.ts'
import { arrangedTables, drawTables } from './pdf-sheet-tables.ts'
import type { SheetTables } from './pdf-sheet-tables.ts'
import type { Measure } from './pdf-text.ts'
import { profileScene } from './profile-scene.ts'
import type { Scene } from './scene.ts'
import { soundSheet } from './sound-sheet.ts'
import { unfoldingScene } from './unfolding-scene.ts'
import type { DrawingWords } from './words.ts'

export interface SheetPage {
  readonly sheet: DrawnSheet
  readonly extras: SheetExtras
  readonly notices: readonly (readonly Notice[])[]
  /** One, or one of each end where the profile is tapered. */
  readonly profiles: readonly Scene[]
  /** One, or one of each hand. */
  readonly unfoldings: readonly Scene[]
  readonly profileArea: Area
  readonly unfoldingArea: Area
  readonly tables: SheetTables
}

const tablesBottom = printed.y + printed.height - footerMm - 3
const titleMm = 4.4
const gapMm = 4

/** Everything that can refuse is made before the page is begun. */
export function preparedPage(
  sheet: DrawnSheet,
  extras: SheetExtras,
  measure: Measure,
  words: DrawingWords,
): Outcome<SheetPage> {
  const sound = soundSheet(sheet)
  if (!sound.ok) return sound
  const notices = noticesOf(sheet, extras.check, measure, words)
  const top = headBottom(notices) + 1
  const room = tablesBottom - top
  const tables = arrangedTables(sheet, { heightMm: room, drawingsMm: wantedDrawings(sheet) }, measure, words)
  const scenes = drawnScenes(sheet, room - tables.heightMm - 2 * titleMm - gapMm, words)
  if (!scenes.ok) return scenes
  const { profiles, unfoldings, profileMm, unfoldingMm } = scenes.value
  const profileArea: Area = { x: printed.x, y: top + titleMm, width: printed.width, height: profileMm }
  const unfoldingArea: Area = { ...profileArea, y: profileArea.y + profileMm + titleMm, height: unfoldingMm }
  return good({ sheet, extras, notices, profiles, unfoldings, profileArea, unfoldingArea, tables })
}

/** Bends are labelled one under another beside the unfolding. */
const wantedDrawings = ({ profile }: DrawnSheet): Mm => 120 + 4 * Math.max(0, profile.bends.length - 6)

interface DrawnScenes {
  profiles: Scene[]
  unfoldings: Scene[]
  profileMm: Mm
  unfoldingMm: Mm
}

/** The unfolding takes what it needs of half the height, the profile the rest; what the profile leaves, the unfolding may have. */
function drawnScenes(sheet: DrawnSheet, heightMm: Mm, words: DrawingWords): Outcome<DrawnScenes> {
  const half = heightMm / 2
  let unfoldings = unfoldingScenes(sheet, half, words)
  if (!unfoldings.ok) return unfoldings
  const mostOfProfile = heightMm - Math.min(half, tallest(unfoldings.value))
  const profiles = profileScenes(sheet, mostOfProfile, words)
  if (!profiles.ok) return profiles
  const profileMm = Math.min(mostOfProfile, tallest(profiles.value))
  if (tallest(unfoldings.value) > half * 0.93 && heightMm - profileMm > half * 1.1) {
    unfoldings = unfoldingScenes(sheet, heightMm - profileMm, words)
    if (!unfoldings.ok) return unfoldings
  }
  const unfoldingMm = Math.min(heightMm - profileMm, tallest(unfoldings.value))
  const spare = (heightMm - profileMm - unfoldingMm) / 2
  return good({
    profiles: profiles.value,
    unfoldings: unfoldings.value,
    profileMm: profileMm + spare,
    unfoldingMm: unfoldingMm + spare,
  })
}

/** What scenes side by side take of the height, at the scale they are made for. */
const tallest = (scenes: readonly Scene[]): Mm =>
  Math.max(...scenes.map(({ box, unitMm }) => (box.maxY - box.minY) / unitMm))

/** The section, or both ends of a tapered one at one scale, so that the narrower one is seen to be it. */
function profileScenes(sheet: DrawnSheet, heightMm: Mm, words: DrawingWords): Outcome<Scene[]> {
  const ends = isTapered(sheet.profile) ? (['start', 'end'] as const) : (['start'] as const)
  const frame = { widthMm: share(printed.width, ends.length), heightMm }
  let leastUnitMm = 0
  let scenes: Scene[] = []
  for (let round = 0; round < ends.length; round += 1) {
    scenes = []
    for (const end of ends) {
      const scene = profileScene(sheet, { end, frame, words, leastUnitMm })
      if (!scene.ok) return scene
      scenes.push(scene.value)
    }
    leastUnitMm = Math.max(...scenes.map(({ unitMm }) => unitMm))
  }
  return good(scenes)
}

function unfoldingScenes(sheet: DrawnSheet, heightMm: Mm, words: DrawingWords): Outcome<Scene[]> {
  const shown = shownPieces(sheet)
  const frame = { widthMm: share(printed.width, shown.length), heightMm }
  const scenes: Scene[] = []
  for (const piece of shown) {
    const scene = unfoldingScene(sheet, { piece, frame, words })
    if (!scene.ok) return scene
    scenes.push(scene.value)
  }
  return good(scenes)
}

/** One piece of each hand, left ones to the left; the unfolding as written where the sheet has no pieces. */
function shownPieces({ pieces, unfolding }: DrawnSheet): (DrawnPiece | undefined)[] {
  const hands = [...new Set(pieces.map(({ hand }) => hand))].toSorted((a, b) => columnOf(a) - columnOf(b))
  const asWritten = ({ lengthMm, outline, cutouts }: DrawnPiece) =>
    outline === null && cutouts === null && lengthMm === unfolding.lengthMm
  const shown = hands.map((hand) => {
    const own = pieces.filter((piece) => piece.hand === hand)
    return own.find(asWritten) ?? own[0]
  })
  return shown.length === 0 ? [undefined] : shown
}

const columnOf = (hand: string): number => (hand === 'left' ? 0 : hand === 'right' ? 2 : 1)

/** What each of several drawings side by side has of a width, a gap between them. */
const share = (width: Mm, count: number): Mm => (width - (count - 1) * gapMm) / count

/** The page as prepared; `pageOf` is its number among all. */
export function drawSheetPage(
  page: PaperPage,
  prepared: SheetPage,
  pageOf: string,
  measure: Measure,
  words: DrawingWords,
): void {
  const { sheet, extras, notices, profiles, unfoldings, profileArea, unfoldingArea, tables } = prepared
  drawHead(page, sheet, extras, notices, measure, words)
  sectionTitle(page, profileArea, words.profile)
  sideBySide(page, profiles, profileArea)
  sectionTitle(page, unfoldingArea, words.unfolding)
  sideBySide(page, unfoldings, unfoldingArea)
  drawTables(page, sheet, tables, tablesBottom - tables.heightMm, measure, words)
  drawFooter(page, sheet, pageOf, measure, words)
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
