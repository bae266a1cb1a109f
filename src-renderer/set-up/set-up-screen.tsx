// The set-up screen: a list of its parts, one of them open.
import { Button } from '../ui/button.tsx'
import { Link } from 'react-aria-components/Link'
import { useTexts } from '../language/use-texts.ts'
import { useCall } from '../station/queries.ts'
import { formatRoute } from '../route.ts'
import { BrakePart } from './brake-part.tsx'
import { BackupPart, LogPart, StatePart, SupportPart, UpdatePart } from './maintenance/index.ts'
import { partOf, setUpParts, type SetUpPart } from './parts.ts'
import { ScreensPart } from './screens-part.tsx'
import { SettingsPart } from './settings-part.tsx'
import { StationsPart } from './stations-part.tsx'
import { ToolsPart } from './tools/index.ts'
import { useSetUpQuery } from './use-set-up-query.ts'
import { WorkshopPart } from './workshop-part.tsx'
import { Refused } from '../ui/refused.tsx'
import { Sign } from '../ui/sign.tsx'
import type { SetUpView } from '../../shared/station-api/index.ts'

/** `part` null: the first part. */
export function SetUpScreen({ part: routePart }: { part: string | null }) {
  const { t } = useTexts()
  const part = partOf(routePart)
  const { data: view, error } = useSetUpQuery('setup.read', {})
  return (
    <main className="screen set-up">
      <header className="bar">
        <h1>{t('setup.title')}</h1>
        {view !== undefined && <RestartBar view={view} />}
      </header>
      <div className="set-up-body">
        <nav className="set-up-parts" aria-label={t('setup.parts')}>
          {setUpParts.map((name) => (
            <Link
              key={name}
              className="set-up-link"
              href={formatRoute({ screen: 'setup', part: name })}
              {...(name === part ? { 'aria-current': 'page' } : {})}
            >
              {t(`setup.part_${name}`)}
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
    case 'tools':
      return <ToolsPart />
    case 'settings':
      return <SettingsPart view={view} />
    case 'screens':
      return <ScreensPart view={view} />
    case 'stations':
      return <StationsPart />
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

/** Restarts the station when a change requires it, with an explanation. */
function RestartBar({ view }: { view: SetUpView }) {
  const { t } = useTexts()
  const restart = useCall('station.restart')
  if (!view.needsRestart) return null
  return (
    <div className="set-up-restart" role="status">
      <Sign tone="waiting" />
      <span>{t(view.canRestart ? 'setup.waits_for_restart' : 'setup.start_again')}</span>
      {view.canRestart && (
        <Button variant="primary" isPending={restart.isPending} onPress={() => restart.mutate({})}>
          {t('setup.restart')}
        </Button>
      )}
      <Refused title={t('question.refused')} error={restart.error} />
    </div>
  )
}
