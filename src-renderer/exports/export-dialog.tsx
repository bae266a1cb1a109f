// Asks which files to write for a day or for selected sheets, and starts the export. The strip shows the progress.
import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Dialog } from 'react-aria-components/Dialog'
import { Heading } from 'react-aria-components/Heading'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
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
import { goTo } from '../use-route.ts'
import { DxfPresetSelect, useDxfPreset } from './dxf-preset.tsx'
import { FormatChoice } from './format-choice.tsx'

/** All sheets of a day, with the files that only a day has; or selected sheets. */
export type WhatToExport =
  | { kind: 'day'; date: string; pressBrakeId: string | null }
  | { kind: 'sheets'; sheetIds: readonly string[] }

export interface ExportDialogProps {
  isOpen: boolean
  what: WhatToExport
  /** The day or sheets and their number, as text. */
  about: string
  onStarted: () => void
  onClose: () => void
  /** Starts the selection of single sheets; null: they are already selected. */
  onChooseSheets: (() => void) | null
  /** Further choices. */
  children?: React.ReactNode
}

export function ExportDialog(props: ExportDialogProps) {
  return (
    <ModalOverlay
      className="overlay"
      isDismissable
      isOpen={props.isOpen}
      onOpenChange={(isOpen) => isOpen || props.onClose()}
    >
      <Modal className="modal">
        <Dialog className="dialog">
          <ExportForm {...props} />
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}

function ExportForm({ what, about, onStarted, onClose, onChooseSheets, children }: ExportDialogProps) {
  const { t, language } = useTexts()
  const start = useCall('export.start')
  const exports = useExports()
  const [preset, choosePreset] = useDxfPreset()
  const [formats, setFormats] = useState<ReadonlySet<DayFormat>>(new Set(['dxf', 'pdf-batch']))
  const offered = what.kind === 'day' ? dayFormat.options : sheetFormat.options
  const order = orderOf(what, formats)
  const isTooMany = formats.size > 0 && order === null
  return (
    <>
      <Heading slot="title">{t('export.dialog_title')}</Heading>
      <p>{about}</p>
      {children}
      <FormatChoice formats={offered} chosen={formats} onChoose={setFormats} />
      {formats.has('dxf') && <DxfPresetSelect preset={preset} onChoose={choosePreset} />}
      {isTooMany && <p className="fault-text">{t('export.too_many')}</p>}
      {start.isError && (
        <p className="fault-text" role="alert">
          {t('export.failed')}: {t(`call_error.${start.error.code}`)}
        </p>
      )}
      <div className="dialog-buttons">
        <Button
          variant="primary"
          isDisabled={order === null || start.isPending}
          onPress={() => order !== null && start.mutate({ what: order, preset, language }, { onSuccess: onStarted })}
        >
          {t('export.start')}
        </Button>
        <Button onPress={onClose}>{t('export.not_now')}</Button>
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
      </div>
    </>
  )
}

/** In the order of the formats in the dialog. Null: the station would reject it. */
function orderOf(what: WhatToExport, chosen: ReadonlySet<DayFormat>): ExportOrder | null {
  const formats = dayFormat.options.filter((format) => chosen.has(format))
  const order = exportOrder.safeParse({ ...what, formats })
  return order.success ? order.data : null
}
