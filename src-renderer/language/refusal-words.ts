// Why something of a sheet cannot be taken, in words: the field by its name and what is wrong with it. Without a full stop.
import type { ExportRefusal } from '../../shared/station-api/index.ts'
import type { Words } from './use-words.ts'

/** Both what drawing refuses and why no file was written of a sheet. */
export const refusalText = ({ t, field }: Words, refusal: Pick<ExportRefusal, 'code' | 'field'>): string =>
  t(`export_refused.${refusal.code}`, { field: field(refusal.field) })
