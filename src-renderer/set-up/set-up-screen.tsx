// The technician's room: its parts beside each other, one of them open.
import { Link } from 'react-aria-components/Link'
import { Granted } from '../grants/granted.tsx'
import { useWords } from '../language/use-words.ts'
import { formatRoute } from '../route.ts'
import { useRoute } from '../use-route.ts'
import { BackupPart } from './backup-part.tsx'
import { BrakePart } from './brake-part.tsx'
import { LogPart } from './log-part.tsx'
import { partOf, setUpParts, type SetUpPart } from './parts.ts'
import { RestartBar } from './restart-bar.tsx'
import { ScreensPart } from './screens-part.tsx'
import { SettingsPart } from './settings-part.tsx'
import { StatePart } from './state-part.tsx'
import { SupportPart } from './support-part.tsx'
import { useAsked } from './use-asked.ts'
import { UpdatePart } from './update-part.tsx'
import { WorkshopPart } from './workshop-part.tsx'
import { Refused } from '../ui/refused.tsx'
import type { SetUpView } from '../../shared/station-api/index.ts'

export const SetUpScreen = () => (
  <Granted grant="maintain">
    <SetUp />
  </Granted>
)

function SetUp() {
  const { t } = useWords()
  const route = useRoute()
  const part = partOf(route.screen === 'setup' ? route.part : null)
  const { data: view, error } = useAsked('setup.read', {})
  return (
    <main className="screen set-up">
      <header className="bar">
        <h1>{t('setup.title')}</h1>
        {view !== undefined && <RestartBar view={view} />}
      </header>
      <div className="set-up-room">
        <nav className="set-up-parts" aria-label={t('setup.parts')}>
          {setUpParts.map((one) => (
            <Link
              key={one}
              className="set-up-door"
              href={formatRoute({ screen: 'setup', part: one })}
              {...(one === part ? { 'aria-current': 'page' } : {})}
            >
              {t(`setup.part_${one}`)}
            </Link>
          ))}
        </nav>
        <section className="set-up-part" aria-label={t(`setup.part_${part}`)} key={part}>
          <h2>{t(`setup.part_${part}`)}</h2>
          <Refused title={t('setup.not_read')} error={error} />
          {view === undefined ? (
            error === null && <p role="status">{t('setup.reading')}</p>
          ) : (
            <Part part={part} view={view} />
          )}
        </section>
      </div>
    </main>
  )
}

function Part({ part, view }: { part: SetUpPart; view: SetUpView }) {
  switch (part) {
    case 'workshop':
      return <WorkshopPart view={view} />
    case 'brake':
      return <BrakePart view={view} />
    case 'settings':
      return <SettingsPart view={view} />
    case 'screens':
      return <ScreensPart view={view} />
    case 'state':
      return <StatePart />
    case 'log':
      return <LogPart />
    case 'support':
      return <SupportPart />
    case 'backup':
      return <BackupPart view={view} />
    case 'update':
      return <UpdatePart />
  }
}
