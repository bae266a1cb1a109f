// What other stations do to a sheet, as sentences. Pure.
import type { SheetElsewhere } from '../../shared/station-api/index.ts'
import type { Texts } from '../language/texts.ts'
import type { Tone } from '../ui/bend-state.ts'

export interface ElsewhereText {
  key: string
  tone: Tone
  text: string
}

/** States of a mark that is sent: the service has it. */
const delivered: ReadonlySet<string> = new Set(['delivered', 'bent_elsewhere'])
/** States that wait for a person at the other station. */
const stuck: ReadonlySet<string> = new Set(['conflict', 'parked', 'rework_wanted'])

/** In the order of their importance; empty: nothing. */
export function elsewhereTexts({ t, when, named }: Texts, elsewhere: SheetElsewhere | null): ElsewhereText[] {
  if (elsewhere === null) return []
  const { bending, marks, isMarkedTwice, ownPieces, pieces, stops, overwritten, handOvers } = elsewhere
  const counted = new Map<string, number>()
  for (const { station, good } of pieces) counted.set(station, (counted.get(station) ?? 0) + good)
  return [
    ...stops.map(({ id, station, reason }) => ({
      key: `stop ${id}`,
      tone: 'fault' as const,
      text: t('stations.stopped_at', { station, reason: named('deviation_reason', reason) }),
    })),
    ...bending.map(({ station, done, wanted }) => ({
      key: `bending ${station}`,
      tone: 'moving' as const,
      text: t('stations.bends_now', { station, done, wanted }),
    })),
    ...marks.map(({ station, state, markedAt }) => ({
      key: `mark ${station} ${markedAt}`,
      tone: isMarkedTwice ? ('fault' as const) : stuck.has(state) ? ('needs_person' as const) : ('done' as const),
      text: t(
        delivered.has(state)
          ? 'stations.marked_sent'
          : stuck.has(state)
            ? 'stations.marked_stuck'
            : 'stations.marked_on_way',
        {
          station,
          when: when(markedAt),
        },
      ),
    })),
    ...(isMarkedTwice
      ? [
          {
            key: 'twice',
            tone: 'fault' as const,
            text: t('stations.marked_twice', { counts: countsOfMarks(t, ownPieces, marks) }),
          },
        ]
      : []),
    ...handOvers.map(({ station, by, waitsFor }) => ({
      key: `hand-over ${station} ${by ?? ''} ${waitsFor ?? ''}`,
      tone: waitsFor === null ? ('done' as const) : ('needs_person' as const),
      text: t(waitsFor === null ? 'stations.handed_over_here' : 'stations.hand_over_waits', {
        station: by === null ? station : `${station} (${by})`,
      }),
    })),
    ...[...counted].map(([station, count]) => ({
      key: `pieces ${station}`,
      tone: 'open' as const,
      text: t('stations.counted_at', { station, count }),
    })),
    ...overwritten.map(({ station, by, plannedAt, machine, appliedStation, appliedBy, appliedMachine }) => ({
      key: `plan ${station} ${plannedAt}`,
      tone: 'needs_person' as const,
      text: t('stations.plan_overwritten', {
        station: by === null ? station : `${station} (${by})`,
        when: when(plannedAt),
        machine: machine ?? t('stations.machine_of_service'),
        applied: appliedBy === null ? appliedStation : `${appliedStation} (${appliedBy})`,
        appliedMachine: appliedMachine ?? t('stations.machine_of_service'),
      }),
    })),
  ]
}

/** This station first. A mark counts all pieces of its sheet. */
const countsOfMarks = (t: Texts['t'], ownPieces: number, marks: SheetElsewhere['marks']): string =>
  [
    t('stations.marked_pieces_here', { pieces: ownPieces }),
    ...marks.map(({ station, pieces }) => t('stations.marked_pieces_at', { pieces, station })),
  ].join(', ')
