// Links to the areas of the app. The link of the current area is marked as the current page.
import { Link } from 'react-aria-components/Link'
import { LockButton, useAreAllAreasOpen } from '../grants/lock-button.tsx'
import { useTexts } from '../language/use-texts.ts'
import type { HandbookPage } from '../help/handbook-page.ts'
import { formatRoute } from '../route.ts'
import { Icon } from '../ui/icon.tsx'
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
            <Icon name={area} />
            {t(`frame.${area}`)}
          </Link>
        ))}
      <LockButton />
    </nav>
  )
}
