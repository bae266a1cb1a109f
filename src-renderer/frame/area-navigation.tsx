// Links to the areas of the app. The link of the current area is marked as the current page.
import { Link } from 'react-aria-components/Link'
import { LockButton, useAreAllAreasOpen } from '../grants/lock-button.tsx'
import { useTexts } from '../language/use-texts.ts'
import type { HandbookPage } from '../help/handbook-page.ts'
import { formatRoute } from '../route.ts'
import { areas, startOfArea, type Area } from './area.ts'

/** `handbookPage` is the page that helps with the current screen. */
export function AreaNavigation({ current, handbookPage }: { current: Area; handbookPage: HandbookPage }) {
  const { t } = useTexts()
  const areAllAreasOpen = useAreAllAreasOpen()
  return (
    <nav className="areas" aria-label={t('frame.areas')}>
      {areas
        .filter((area) => areAllAreasOpen || area === 'list' || area === 'help')
        .map((area) => (
          <Link
            key={area}
            className="area-link"
            href={formatRoute(
              area === 'help' ? { screen: 'help', page: handbookPage, section: null } : startOfArea[area],
            )}
            {...(area === current ? { 'aria-current': 'page' } : {})}
          >
            <AreaIcon area={area} />
            {t(`frame.${area}`)}
          </Link>
        ))}
      <LockButton />
    </nav>
  )
}

/** SVG paths of the icons. */
const iconPaths: Record<Area, string> = {
  list: 'M9 5h12M9 12h12M9 19h12M3.5 5h1M3.5 12h1M3.5 19h1',
  plan: 'M3 4h9v4H3zM8 10h11v4H8zM5 16h8v4H5z',
  oversight: 'M3 21h18M6 21v-7M11 21V9M16 21v-4M20 21V4',
  setup: 'M4 7h9M19 7h1M4 17h1M11 17h9M13 4v6h6V4zM5 14v6h6v-6z',
  help: 'M9 9a3 3 0 1 1 4.5 2.6c-1 .6-1.5 1.2-1.5 2.4M12 17.5v.5M12 2.5a9.5 9.5 0 1 0 0 19a9.5 9.5 0 1 0 0 -19z',
}

function AreaIcon({ area }: { area: Area }) {
  return (
    <svg className="sign" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={iconPaths[area]} className="sign-line" />
    </svg>
  )
}
