// Asks which files to write of a day or of the sheets chosen, and begins; how it goes is told in the strip.
import { useState } from 'react'
import { Button } from 'react-aria-components/Button'
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
import { useWords } from '../language/use-words.ts'
import { useCall } from '../station/queries.ts'
import { useExports } from '../station/station-context.tsx'
import { goTo } from '../use-route.ts'
import { DxfPresetSelect, useDxfPreset } from './dxf-preset.tsx'
import { FormatChoice } from './format-choice.tsx'

/** A whole day's sheets, with what only a day has; or these sheets. */
export type WhatToExport =
  { kind: 'day'; date: string; pressBrakeId: string | null } | { kind: 'sheets'; sheetIds: readonly string[] }

export interface ExportDialogProps {
  isOpen: boolean
  what: WhatToExport
  /** Whose sheets they are and how many, in words. */
  about: string
  onStarted: () => void
  onClose: () => void
  /** Leads to choosing single sheets instead; null where they are chosen already. */
  onChooseSheets: (() => void) | null
  /** What else is asked. */
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
  const { t, language } = useWords()
  const start = useCall('export.start')
  const exports = useExports()
  const [preset, choosePreset] = useDxfPreset()
  const [formats, chooseFormats] = useState<ReadonlySet<DayFormat>>(new Set(['dxf', 'pdf-batch']))
  const offered = what.kind === 'day' ? dayFormat.options : sheetFormat.options
  const order = orderOf(what, formats)
  const isTooMany = formats.size > 0 && order === null
  return (
    <>
      <Heading slot="title">{t('export.dialog_title')}</Heading>
      <p>{about}</p>
      {children}
      <FormatChoice formats={offered} chosen={formats} onChoose={chooseFormats} />
      {formats.has('dxf') && <DxfPresetSelect preset={preset} onChoose={choosePreset} />}
      {isTooMany && <p className="fault-text">{t('export.too_many')}</p>}
      {start.isError && (
        <p className="fault-text" role="alert">
          {t('export.failed')}: {t(`call_error.${start.error.code}`)}
        </p>
      )}
      <div className="dialog-buttons">
        <Button
          className="button primary"
          isDisabled={order === null || start.isPending}
          onPress={() => order !== null && start.mutate({ what: order, preset, language }, { onSuccess: onStarted })}
        >
          {t('export.start')}
        </Button>
        <Button className="button" onPress={onClose}>
          {t('export.not_now')}
        </Button>
        {exports.length > 0 && (
          <Button className="button quiet" onPress={() => goTo({ screen: 'exports' })}>
            {t('export.written')}
          </Button>
        )}
        {onChooseSheets !== null && (
          <Button className="button quiet" onPress={onChooseSheets}>
            {t('export.choose')}
          </Button>
        )}
      </div>
    </>
  )
}

/** In the order that the formats are offered in. Null: nothing that the station would take. */
function orderOf(what: WhatToExport, chosen: ReadonlySet<DayFormat>): ExportOrder | null {
  const formats = dayFormat.options.filter((format) => chosen.has(format))
  const order = exportOrder.safeParse({ ...what, formats })
  return order.success ? order.data : null
}
