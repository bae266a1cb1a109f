// Links to the areas of the app. The link of the current area is marked as the current page.
import { Link } from 'react-aria-components/Link'
import { LockButton, useAreAllAreasOpen } from '../grants/lock-button.tsx'
import { useTexts } from '../language/use-texts.ts'
import { handbookPageOf } from '../help/page-for-screen.ts'
import { formatRoute, type Route } from '../route.ts'
import { AreaSign } from './area-sign.tsx'
import { areas, startOfArea, type Area } from './area.ts'

/** The link to the handbook opens the page that helps with the current screen. */
export function AreaNavigation({ current, route }: { current: Area; route: Route }) {
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
            href={formatRoute(area === 'help' ? helpRoute(route) : startOfArea[area])}
            {...(area === current ? { 'aria-current': 'page' } : {})}
          >
            <AreaSign area={area} />
            {t(`frame.${area}`)}
          </Link>
        ))}
      <LockButton />
    </nav>
  )
}

const helpRoute = (route: Route): Route => ({ screen: 'help', page: handbookPageOf(route), section: null })
