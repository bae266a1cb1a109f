// Asks which files to write for a day or for selected sheets, and starts the export. The message bar shows the progress.
import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import {
  dayFormat,
  exportOrder,
  sheetFormat,
  type DayFormat,
  type ExportOrder,
} from '../../shared/station-api/index.ts'
import { useTexts } from '../language/use-texts.ts'
import { useCall } from '../station/queries.ts'
import { useExports } from '../station/station-context.tsx'
import { DialogButtons, ModalDialog } from '../ui/dialogs/index.ts'
import { goTo } from '../use-route.ts'
import { toggled } from '../ui/toggled.ts'
import { DxfPresetSelect, useDxfPreset } from './dxf-preset.tsx'

/** All sheets of a day, with the files that only a day has; or selected sheets. */
export type ExportScope =
  | { kind: 'day'; date: string; pressBrakeId: string | null }
  | { kind: 'sheets'; sheetIds: readonly string[] }

export interface ExportDialogProps {
  isOpen: boolean
  scope: ExportScope
  /** The day or sheets and their number, as text. */
  description: string
  onStarted: () => void
  onClose: () => void
  /** Starts the selection of single sheets; null: they are already selected. */
  onChooseSheets: (() => void) | null
  /** Further choices. */
  children?: React.ReactNode
}

export function ExportDialog(props: ExportDialogProps) {
  const { t } = useTexts()
  return (
    <ModalDialog title={t('export.dialog_title')} isOpen={props.isOpen} onClose={props.onClose}>
      <ExportForm {...props} />
    </ModalDialog>
  )
}

function ExportForm({ scope, description, onStarted, onClose, onChooseSheets, children }: ExportDialogProps) {
  const { t, language } = useTexts()
  const start = useCall('export.start')
  const exports = useExports()
  const [preset, choosePreset] = useDxfPreset()
  const [formats, setFormats] = useState<ReadonlySet<DayFormat>>(new Set(['dxf', 'pdf-batch']))
  const offered = scope.kind === 'day' ? dayFormat.options : sheetFormat.options
  const order = orderOf(scope, formats)
  const isTooMany = formats.size > 0 && order === null
  return (
    <>
      <p>{description}</p>
      {children}
      <FormatChoice formats={offered} chosen={formats} onChoose={setFormats} />
      {formats.has('dxf') && <DxfPresetSelect preset={preset} onChoose={choosePreset} />}
      {isTooMany && <p className="fault-text">{t('export.too_many')}</p>}
      {start.isError && (
        <p className="fault-text" role="alert">
          {t('export.failed')}: {t(`call_error.${start.error.code}`)}
        </p>
      )}
      <DialogButtons onClose={onClose}>
        {exports.length > 0 && (
          <Button variant="quiet" onPress={() => goTo({ screen: 'exports' })}>
            {t('export.written')}
          </Button>
        )}
        {onChooseSheets !== null && (
          <Button variant="quiet" onPress={onChooseSheets}>
            {t('export.choose')}
          </Button>
        )}
        <Button
          variant="primary"
          isDisabled={order === null}
          isPending={start.isPending}
          onPress={() => order !== null && start.mutate({ order, preset, language }, { onSuccess: onStarted })}
        >
          {t('export.start')}
        </Button>
      </DialogButtons>
    </>
  )
}

interface FormatChoiceProps {
  formats: readonly DayFormat[]
  chosen: ReadonlySet<DayFormat>
  onChoose: (chosen: ReadonlySet<DayFormat>) => void
}

function FormatChoice({ formats, chosen, onChoose }: FormatChoiceProps) {
  const { t } = useTexts()
  return (
    <fieldset className="formats">
      <legend>{t('export.formats')}</legend>
      {formats.map((format) => (
        <label key={format} className="format">
          <input type="checkbox" checked={chosen.has(format)} onChange={() => onChoose(toggled(chosen, format))} />
          {t(`export_format.${format}`)}
        </label>
      ))}
    </fieldset>
  )
}

/** The order with its formats in the sequence of the dialog. Null: the station would reject it. */
function orderOf(scope: ExportScope, chosen: ReadonlySet<DayFormat>): ExportOrder | null {
  const formats = dayFormat.options.filter((format) => chosen.has(format))
  const order = exportOrder.safeParse({ ...scope, formats })
  return order.success ? order.data : null
}
