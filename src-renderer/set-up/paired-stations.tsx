// The stations that are paired with this one: linked or last seen, what they lack, what is wrong with them, and how to revoke one.
import { useState } from 'react'
import type { StationsView } from '../../shared/station-api/index.ts'
import { useTexts } from '../language/use-texts.ts'
import { useCall } from '../station/queries.ts'
import { Button } from '../ui/button.tsx'
import { DialogButtons, ModalDialog } from '../ui/dialogs/index.ts'
import { Refused } from '../ui/refused.tsx'
import { Sign } from '../ui/sign.tsx'
import { stationProblems } from './station-problems.ts'

export function PairedStations({ view }: { view: StationsView }) {
  const { t } = useTexts()
  return (
    <section className="stations-section" aria-label={t('stations.paired')}>
      <h3>{t('stations.paired')}</h3>
      {view.stations.length === 0 ? (
        <p>{t('stations.none')}</p>
      ) : (
        <ul className="stations" aria-label={t('stations.paired')}>
          {view.stations.map((station) => (
            <StationRow key={station.fingerprint} station={station} />
          ))}
        </ul>
      )}
    </section>
  )
}

function StationRow({ station }: { station: StationsView['stations'][number] }) {
  const texts = useTexts()
  const { t, when } = texts
  const revoke = useCall('stations.revoke')
  const [isAsking, setIsAsking] = useState(false)
  const { name, isLinked, lastSeenAt, backlog, confirmedBy, fingerprint } = station
  const seen = lastSeenAt === null ? t('stations.never_seen') : t('stations.last_seen', { when: when(lastSeenAt) })
  const facts = [
    isLinked ? t('stations.linked') : seen,
    ...(backlog > 0 ? [t('stations.backlog', { count: backlog })] : []),
    ...(confirmedBy === null ? [] : [t('stations.confirmed_by', { station: confirmedBy })]),
  ]
  return (
    <li className="station-row">
      <Sign tone={isLinked ? 'done' : 'uncertain'} />
      <div className="station-words">
        <strong>{name}</strong>
        <span>{facts.join(' · ')}</span>
        <span className="muted">{t('stations.station_id', { id: fingerprint.slice(0, 16) })}</span>
        {stationProblems(texts, station).map((text) => (
          <span key={text} role="alert" className="field-wrong">
            {text}
          </span>
        ))}
      </div>
      <div className="station-buttons">
        <Button onPress={() => setIsAsking(true)}>{t('stations.revoke')}</Button>
      </div>
      <ModalDialog title={t('stations.revoke_title', { name })} isOpen={isAsking} onClose={() => setIsAsking(false)}>
        <p>{t('stations.revoke_why')}</p>
        <DialogButtons onClose={() => setIsAsking(false)}>
          <Button
            variant="primary"
            isPending={revoke.isPending}
            onPress={() => revoke.mutate({ fingerprint }, { onSettled: () => setIsAsking(false) })}
          >
            {t('stations.revoke')}
          </Button>
        </DialogButtons>
      </ModalDialog>
      <Refused title={t('question.refused')} error={revoke.error} />
    </li>
  )
}
