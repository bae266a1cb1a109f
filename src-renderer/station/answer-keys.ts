// The query key of each answer of the station.

/** The first part of the key of every day's list. */
export const listKey = 'list'

export const answerKeys = {
  list: (date: string) => [listKey, date] as const,
  sheet: (sheetId: string) => ['sheet', sheetId] as const,
  marks: () => ['marks'] as const,
  /** Without an id: the prefix for every mark. */
  mark: (markId?: string) => (markId === undefined ? (['mark'] as const) : (['mark', markId] as const)),
  work: (sheetId: string) => ['work', sheetId] as const,
  operators: () => ['operators'] as const,
  deviations: () => ['deviations'] as const,
  /** Without a piece: the prefix for every piece of the sheet. */
  program: (sheetId: string, ...versionAndPiece: readonly number[]) =>
    ['program', sheetId, ...versionAndPiece] as const,
  /** Without a version or an id: the prefix for each of them. */
  bendPlan: (...sheetAndVersion: readonly (string | number)[]) => ['bend-plan', ...sheetAndVersion] as const,
  scanner: () => ['scanner'] as const,
  workshop: () => ['workshop'] as const,
  /** Without a date: the prefix for every day. */
  plan: (...date: readonly string[]) => ['plan', ...date] as const,
  /** Without a sheet: the prefix for every sheet. */
  orders: (...sheetId: readonly string[]) => ['orders', ...sheetId] as const,
  planFits: (date: string) => ['plan', date, 'fits'] as const,
}
