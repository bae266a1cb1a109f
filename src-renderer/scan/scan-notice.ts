// Why a scanned code opened nothing. Each has its text under `scan` in the translations.
export type ScanProblem = 'incomplete' | 'not_ours' | 'unknown_sheet' | 'unknown_sticker' | 'failed'
