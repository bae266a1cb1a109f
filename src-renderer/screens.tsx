// The registry of screens. A new screen needs its address in route.ts and one entry here: its lazily loaded component, the required
// grant, its area, its page of the handbook and its button size. CONTRIBUTING.md, "A screen", lists all that it needs.
import { lazy, type ReactNode } from 'react'
import type { Grant } from '../shared/station-api/index.ts'
import type { Area } from './frame/area.ts'
import { Granted } from './grants/granted.tsx'
import type { HandbookPage } from './help/handbook-page.ts'
import type { BrakeChoice } from './list/arranging/index.ts'
import { ListScreen } from './list/list-screen.tsx'
import type { Route, RouteOf, ScreenName } from './route.ts'
import { lazyComponent } from './ui/lazy-component.tsx'

/** What every screen receives besides the parameters of its address. */
export interface ScreenContext {
  today: string
  brakeChoice: BrakeChoice
  onChooseBrake: (choice: BrakeChoice) => void
}

interface ScreenDefinition<Name extends ScreenName> {
  /** The area that the navigation marks as current. Null: the screen has no navigation. */
  area: Area | null
  /** The grant that the screen requires. Null: none. */
  grant: Grant | null
  /** Operators use it with gloves: its buttons are larger. */
  isForGloves: boolean
  /** The screen covers the whole window: it has its own place for messages instead of the status line. */
  isWhole?: boolean
  /** The page that F1 and the link to the handbook open. */
  handbookPage: (route: RouteOf<Name>) => HandbookPage
  render: (route: RouteOf<Name>, context: ScreenContext) => ReactNode
}

/** The screen that an operator opens next: its code is fetched as soon as the list is shown. */
export const sheetScreen = lazyComponent(async () => (await import('./sheet/sheet-screen.tsx')).SheetScreen)
const BendStepScreen = lazy(async () => ({
  default: (await import('./bend-step/bend-step-screen.tsx')).BendStepScreen,
}))
const ExportsScreen = lazy(async () => ({ default: (await import('./exports/exports-screen.tsx')).ExportsScreen }))
const MarkScreen = lazy(async () => ({ default: (await import('./marks/mark-screen.tsx')).MarkScreen }))
const MarksScreen = lazy(async () => ({ default: (await import('./marks/marks-screen.tsx')).MarksScreen }))
const OversightScreen = lazy(async () => ({
  default: (await import('./oversight/oversight-screen.tsx')).OversightScreen,
}))
const HelpScreen = lazy(async () => ({ default: (await import('./help/help-screen.tsx')).HelpScreen }))
const PlanScreen = lazy(async () => ({ default: (await import('./plan/plan-screen.tsx')).PlanScreen }))
const SetUpScreen = lazy(async () => ({ default: (await import('./set-up/set-up-screen.tsx')).SetUpScreen }))

const screens: { readonly [Name in ScreenName]: ScreenDefinition<Name> } = {
  list: {
    area: 'list',
    grant: null,
    isForGloves: true,
    handbookPage: () => 'operator',
    render: ({ date }, { today, brakeChoice, onChooseBrake }) => (
      <ListScreen date={date ?? today} choice={brakeChoice} onChoose={onChooseBrake} />
    ),
  },
  sheet: {
    area: null,
    grant: null,
    isForGloves: true,
    handbookPage: () => 'operator',
    render: ({ sheetId, date }, { brakeChoice }) => (
      <sheetScreen.Component key={sheetId} sheetId={sheetId} date={date} choice={brakeChoice} />
    ),
  },
  bend: {
    area: null,
    grant: null,
    isForGloves: true,
    isWhole: true,
    handbookPage: () => 'operator',
    render: ({ date, sheetId, pieceNo }) => (
      <BendStepScreen key={`${sheetId} ${pieceNo}`} date={date} sheetId={sheetId} pieceNo={pieceNo} />
    ),
  },
  exports: {
    area: 'list',
    grant: null,
    isForGloves: false,
    handbookPage: () => 'planner',
    render: () => <ExportsScreen />,
  },
  plan: {
    area: 'plan',
    grant: 'plan',
    isForGloves: false,
    handbookPage: () => 'planner',
    render: ({ date }, { today }) => <PlanScreen date={date ?? today} />,
  },
  oversight: {
    area: 'oversight',
    grant: 'oversee',
    isForGloves: false,
    handbookPage: () => 'supervisor',
    render: () => <OversightScreen />,
  },
  marks: {
    area: 'oversight',
    grant: null,
    isForGloves: true,
    handbookPage: () => 'supervisor',
    render: () => <MarksScreen />,
  },
  mark: {
    area: 'oversight',
    grant: null,
    isForGloves: true,
    handbookPage: () => 'supervisor',
    render: ({ markId }) => <MarkScreen key={markId} markId={markId} />,
  },
  setup: {
    area: 'setup',
    grant: 'maintain',
    isForGloves: false,
    handbookPage: ({ part }) => (part === 'brake' ? 'brake' : 'technician'),
    render: ({ part }) => <SetUpScreen part={part} />,
  },
  help: {
    area: 'help',
    grant: null,
    isForGloves: false,
    handbookPage: ({ page }) => page,
    render: ({ page, section }) => <HelpScreen page={page} section={section} />,
  },
}

export const screenOf = (route: Route): Pick<ScreenDefinition<ScreenName>, 'area' | 'isForGloves' | 'isWhole'> =>
  screens[route.screen]

/** The page of the handbook that helps with a screen. */
export const handbookPageOf = <Name extends ScreenName>(route: RouteOf<Name>): HandbookPage =>
  screens[route.screen].handbookPage(route)

/** The screen, or the number pad that asks for its grant. */
export function renderScreen<Name extends ScreenName>(route: RouteOf<Name>, context: ScreenContext): ReactNode {
  const { grant, render } = screens[route.screen]
  const screen = render(route, context)
  return grant === null ? screen : <Granted grant={grant}>{screen}</Granted>
}
