// Who stored a correction, where and when, as one text. Pure.
export interface CorrectedBy {
  readonly by: string | null
  /** Null: this station. */
  readonly station: string | null
  readonly correctedAt: string
}

/** For example `14:20 KN, Kantpresse 2`. */
export function whoCorrected({ by, station, correctedAt }: CorrectedBy, when: (instant: string) => string): string {
  const whenAndWho = [when(correctedAt), by].filter((part) => part !== null).join(' ')
  return station === null ? whenAndWho : `${whenAndWho}, ${station}`
}
