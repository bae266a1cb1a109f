// What the screen may do with the station. Types only.
import type { StationLink } from '../../shared/station-api/index.ts'

export type ScreenLink = Pick<StationLink, 'call' | 'subscribe'>
