// The address of each screen, in the fragment of the page's address. Pure.
import { isHandbookPage, type HandbookPage } from './help/handbook-page.ts'

/** The parameters of each screen's address. */
interface RouteParams {
  /** `date` null: today. */
  list: { date: string | null }
  sheet: { date: string; sheetId: string }
  /** The steps of a piece at the machine. */
  bend: { date: string; sheetId: string; pieceNo: number }
  marks: object
  mark: { markId: string }
  exports: object
  /** `date` null: today. */
  plan: { date: string | null }
  oversight: object
  /** `part` null: the first part. */
  setup: { part: string | null }
  /** `section` null: the top of the page. */
  help: { page: HandbookPage; section: string | null }
}

export type ScreenName = keyof RouteParams
export type RouteOf<Name extends ScreenName> = { [Key in Name]: { screen: Key } & RouteParams[Key] }[Name]
export type Route = RouteOf<ScreenName>

interface Address<Name extends ScreenName> {
  /** Null: the segments after the screen's name are not an address of this screen. */
  parse: (segments: readonly (string | undefined)[]) => RouteOf<Name> | null
  /** What follows the screen's name. */
  segments: (route: RouteOf<Name>) => readonly (string | null)[]
}

const addresses: { readonly [Name in ScreenName]: Address<Name> } = {
  list: {
    parse: ([date]) => ({ screen: 'list', date: isDay(date) ? date : null }),
    segments: ({ date }) => [date],
  },
  sheet: {
    parse: ([date, sheetId]) => (isDay(date) && isText(sheetId) ? { screen: 'sheet', date, sheetId } : null),
    segments: ({ date, sheetId }) => [date, sheetId],
  },
  bend: {
    parse: ([date, sheetId, piece]) =>
      isDay(date) && isText(sheetId) && isPieceNo(piece)
        ? { screen: 'bend', date, sheetId, pieceNo: Number(piece) }
        : null,
    segments: ({ date, sheetId, pieceNo }) => [date, sheetId, String(pieceNo)],
  },
  marks: { parse: () => ({ screen: 'marks' }), segments: () => [] },
  mark: {
    parse: ([markId]) => (isText(markId) ? { screen: 'mark', markId } : null),
    segments: ({ markId }) => [markId],
  },
  exports: { parse: () => ({ screen: 'exports' }), segments: () => [] },
  plan: {
    parse: ([date]) => ({ screen: 'plan', date: isDay(date) ? date : null }),
    segments: ({ date }) => [date],
  },
  oversight: { parse: () => ({ screen: 'oversight' }), segments: () => [] },
  setup: {
    parse: ([part]) => ({ screen: 'setup', part: isText(part) ? part : null }),
    segments: ({ part }) => [part],
  },
  help: {
    parse: ([page, section]) =>
      isHandbookPage(page)
        ? { screen: 'help', page, section: isText(section) ? decodeURIComponent(section) : null }
        : null,
    segments: ({ page, section }) => [page, section === null ? null : encodeURIComponent(section)],
  },
}

/** An unknown address opens today's list. */
export function parseRoute(fragment: string): Route {
  const [screen, ...segments] = fragment.replace(/^#\/?/, '').split('/')
  return (isScreen(screen) ? addresses[screen].parse(segments) : null) ?? { screen: 'list', date: null }
}

export function formatRoute<Name extends ScreenName>(route: RouteOf<Name>): string {
  return ['#', route.screen, ...addresses[route.screen].segments(route)].filter((part) => part !== null).join('/')
}

const isScreen = (text: string | undefined): text is ScreenName => text !== undefined && Object.hasOwn(addresses, text)
const isText = (text: string | undefined): text is string => text !== undefined && text !== ''
const isPieceNo = (text: string | undefined): boolean => text !== undefined && /^-?\d{1,9}$/.test(text)
const isDay = (text: string | undefined): text is string => text !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(text)
