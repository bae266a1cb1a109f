// What a station does now, as one or two lines. Pure.
import type { StationNow } from '../../shared/station-api/index.ts'
import type { Texts } from '../language/texts.ts'
import type { Tone } from '../ui/bend-state.ts'

interface StationNowTexts {
  tone: Tone
  main: string
  /** Null: nothing more is known. */
  more: string | null
}

export function stationNowTexts({ t, when }: Pick<Texts, 't' | 'when'>, station: StationNow): StationNowTexts {
  const { isOwn, isLinked, lastSeenAt, bending, idleSince } = station
  if (!isLinked)
    return {
      tone: 'uncertain',
      main:
        lastSeenAt === null
          ? t('oversight.station_never_seen')
          : t('oversight.station_not_seen', { when: when(lastSeenAt) }),
      more: null,
    }
  if (bending === null)
    return {
      tone: 'open',
      main:
        idleSince === null ? t('oversight.station_idle') : t('oversight.station_idle_since', { when: when(idleSince) }),
      more: isOwn ? t('oversight.station_own') : null,
    }
  const { sheet, done, wanted, doneAt, by } = bending
  const name = sheet === null ? t('oversight.station_sheet') : `${sheet.orderNumber}·${sheet.sheetNo}`
  return {
    tone: 'moving',
    main: t('oversight.station_bends', { sheet: name, done, wanted }),
    more:
      [doneAt === null ? null : t('oversight.station_done_at', { when: when(doneAt) }), by]
        .filter((part) => part !== null)
        .join(' · ') || null,
  }
}
