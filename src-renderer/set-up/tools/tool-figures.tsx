// The figures of a tool as the file states them, next to those of its outline.
import type { ToolFigure } from '../../../shared/station-api/index.ts'
import { useTexts } from '../../language/use-texts.ts'

export function ToolFigures({ figures }: { figures: readonly ToolFigure[] }) {
  const { t, fineMm, deg } = useTexts()
  const shown = (field: ToolFigure['field'], figure: number | null): string => {
    if (figure === null) return '–'
    return field === 'includedDeg' ? deg(figure) : t('sheet.length_mm', { length: fineMm(figure) })
  }
  return (
    <table className="table tool-figures">
      <thead>
        <tr>
          <th scope="col">{t('tools.figure')}</th>
          <th scope="col">{t('tools.entered')}</th>
          <th scope="col">{t('tools.derived')}</th>
        </tr>
      </thead>
      <tbody>
        {figures.map(({ field, entered, derived, differs }) => (
          <tr key={field}>
            <th scope="row">{t(`tools.field_${field}`)}</th>
            <td>{shown(field, entered)}</td>
            <td>
              {shown(field, derived)} {differs && <strong className="tool-differs">{t('tools.differs')}</strong>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
