// Exports the files of one sheet. The message bar shows the progress.
import { Button } from '../ui/button.tsx'
import type { SheetFormat } from '../../shared/station-api/index.ts'
import { useTexts } from '../language/use-texts.ts'
import { useCall } from '../station/queries.ts'
import { useLinkState } from '../station/station-context.tsx'
import { DxfPresetSelect, useDxfPreset } from './dxf-preset.tsx'

export function SheetExport({ sheetId, readAt }: { sheetId: string; readAt: string | null }) {
  const { t, when, language } = useTexts()
  const start = useCall('export.start')
  const link = useLinkState()
  const [preset, choosePreset] = useDxfPreset()
  const write = (format: SheetFormat): void =>
    start.mutate({ order: { kind: 'sheets', sheetIds: [sheetId], formats: [format] }, preset, language })
  return (
    <div className="export">
      <DxfPresetSelect preset={preset} onChoose={choosePreset} />
      <div className="export-buttons">
        {(['dxf', 'pdf'] as const).map((format) => (
          <Button key={format} isDisabled={link === 'lost'} isPending={start.isPending} onPress={() => write(format)}>
            {t(`export.${format}`)}
          </Button>
        ))}
      </div>
      {start.isError && (
        <p className="fault-text" role="alert">
          {t('export.failed')}: {t(`call_error.${start.error.code}`)}
        </p>
      )}
      {readAt !== null && <p className="muted">{t('sheet.read_at', { when: when(readAt) })}</p>}
    </div>
  )
}
