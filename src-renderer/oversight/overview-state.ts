// The days and the open list of the overview: a supervisor who opens a sheet and returns finds both unchanged.
import type { OversightFilter } from '../../shared/station-api/index.ts'
import type { DayChoice } from './day-range.ts'

/** The list of sheets behind a figure, and its title. */
export interface OpenFigure {
  title: string
  filter: OversightFilter
}

export class OverviewState {
  #days: DayChoice = { kind: 'week' }
  #openFigure: OpenFigure | null = null

  get days(): DayChoice {
    return this.#days
  }

  setDays(days: DayChoice): void {
    this.#days = days
  }

  /** Null unless a sheet of its list is open. */
  get openFigure(): OpenFigure | null {
    return this.#openFigure
  }

  setOpenFigure(figure: OpenFigure | null): void {
    this.#openFigure = figure
  }
}
