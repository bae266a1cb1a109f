// The query key of each answer of the station.

/** The first part of the key of every day's list. */
export const listKey = 'list'

export const answerKeys = {
  list: (date: string) => [listKey, date] as const,
  sheet: (sheetId: string) => ['sheet', sheetId] as const,
  rowDetails: (sheetId: string) => ['row-details', sheetId] as const,
  marks: () => ['marks'] as const,
  /** The key of a mark; without an id, the prefix of every mark. */
  mark: (markId?: string) => (markId === undefined ? (['mark'] as const) : (['mark', markId] as const)),
  work: (sheetId: string) => ['work', sheetId] as const,
  operators: () => ['operators'] as const,
  /** What other stations do to the sheets. */
  workElsewhere: () => ['work-elsewhere'] as const,
  deviations: () => ['deviations'] as const,
  /** The key of a piece's program; without a piece or a sheet, the prefix of each of them. */
  program: (...sheetVersionAndPiece: readonly (string | number)[]) => ['program', ...sheetVersionAndPiece] as const,
  /** The key of a bend plan; without a version or an id, the prefix of each of them. */
  bendPlan: (...sheetAndVersion: readonly (string | number)[]) => ['bend-plan', ...sheetAndVersion] as const,
  command: () => ['command'] as const,
  scanner: () => ['scanner'] as const,
  workshop: () => ['workshop'] as const,
  /** The key of a day's plan; without a date, the prefix of every day. */
  plan: (...date: readonly string[]) => ['plan', ...date] as const,
  /** The key of a sheet's orders; without a sheet, the prefix of every sheet. */
  orders: (...sheetId: readonly string[]) => ['orders', ...sheetId] as const,
  /** The papers of a customer's order; the key of a file begins with it. */
  papers: (orderNumber: string) => ['papers', orderNumber] as const,
  sticker: (digits: string) => ['sticker', digits] as const,
  planFits: (date: string) => ['plan', date, 'fits'] as const,
}
