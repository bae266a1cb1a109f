// What stands before the sheets of one material, colour and thickness: what they are bent out of and how many are left.
import { useWords } from '../language/use-words.ts'
import type { ShownRow } from './list-rows.ts'

export function LotHead({ row }: { row: Extract<ShownRow, { kind: 'lot' }> }) {
  const { t, thickness, named } = useWords()
  const { lot, sheets, pieces, bent } = row
  return (
    <div className="lot">
      <span className="lot-name">
        {[named('material', lot.material), lot.colour, `${thickness(lot.thicknessMm)}\u00a0mm`]
          .filter(Boolean)
          .join(' · ')}
      </span>
      <span className="sub">
        {t('list.lot', { count: sheets, pieces: t('list.pieces', { count: pieces }), left: sheets - bent })}
      </span>
    </div>
  )
}
