// What is wrong with a paired station, as sentences. Pure.
import type { StationsView } from '../../shared/station-api/index.ts'
import type { Texts } from '../language/texts.ts'

const hourSeconds = 3_600

/** Empty: nothing is wrong. */
export function stationProblems({ t }: Pick<Texts, 't'>, station: StationsView['stations'][number]): string[] {
  const { clockAheadSeconds, isCopied, hasSameName, problem } = station
  return [
    ...(problem === null ? [] : [t(`stations.address_${problem}`)]),
    ...(hasSameName ? [t('stations.same_name')] : []),
    ...(isCopied ? [t('stations.folder_copied')] : []),
    ...(clockAheadSeconds === 0 ? [] : [clockText(t, clockAheadSeconds)]),
  ]
}

function clockText(t: Texts['t'], aheadSeconds: number): string {
  const seconds = Math.abs(aheadSeconds)
  const difference =
    seconds < 2 * hourSeconds
      ? t('stations.minutes', { count: Math.round(seconds / 60) })
      : t('stations.hours', { count: Math.round(seconds / hourSeconds) })
  return t(aheadSeconds > 0 ? 'stations.clock_ahead' : 'stations.clock_behind', { difference })
}
