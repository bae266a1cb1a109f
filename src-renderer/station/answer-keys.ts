// What each of the station's answers is kept under.

export const answerKeys = {
  list: (date: string) => ['list', date] as const,
  sheet: (sheetId: string) => ['sheet', sheetId] as const,
  marks: () => ['marks'] as const,
  workshop: () => ['workshop'] as const,
}
