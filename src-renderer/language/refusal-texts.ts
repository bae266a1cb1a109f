// Why a sheet is rejected, as text: the field's name and what is wrong with it. Without a full stop.
import type { ExportRefusal } from '../../shared/station-api/index.ts'
import type { Texts } from './use-texts.ts'

/** The text of a refusal: a drawing was rejected, or a file was not written. */
export const refusalText = ({ t, field }: Texts, refusal: Pick<ExportRefusal, 'code' | 'field'>): string =>
  t(`export_refused.${refusal.code}`, { field: field(refusal.field) })
