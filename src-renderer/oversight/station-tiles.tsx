// What each station of the workshop does now: the sheet that it bends with its count and end, since when it is idle, or since when it was not
// seen. Renders nothing while this station is alone.
import { useTexts } from '../language/use-texts.ts'
import { useStationsNow } from '../station/stations-queries.ts'
import { Sign } from '../ui/sign.tsx'
import { useNow } from '../ui/use-now.ts'
import { stationNowTexts } from './station-now-texts.ts'

export function StationTiles() {
  const texts = useTexts()
  const stations = useStationsNow()
  // a time of another day gets its date at midnight
  useNow(60_000)
  if (stations.length === 0) return null
  return (
    <section className="oversight-part" aria-label={texts.t('oversight.stations')}>
      <div className="oversight-head">
        <h2>{texts.t('oversight.stations')}</h2>
      </div>
      <ul className="station-tiles">
        {stations.map((station) => {
          const { tone, main, more } = stationNowTexts(texts, station)
          return (
            <li key={`${station.isOwn} ${station.name}`} className={`station-tile tone-${tone}`}>
              <span className="station-tile-name">
                <Sign tone={tone} /> <strong>{station.name}</strong>
              </span>
              <span>{main}</span>
              {more !== null && <span className="muted">{more}</span>}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
