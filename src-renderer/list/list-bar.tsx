// The bar above the list: search, number pad, order, filters, and how many sheets are shown.
import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import type { ListView } from '../../shared/station-api/index.ts'
import { useTexts } from '../language/use-texts.ts'
import { useScreenStore } from '../store/use-screen-store.ts'
import { FilterDialog } from './filter-dialog.tsx'
import { filterCount, isUnfiltered, type ListArrangement, noFilters } from './arranging/index.ts'
import { NumberPad } from './number-pad.tsx'

export interface ListBarProps {
  list: ListView
  arrangement: ListArrangement
  /** The number of shown sheets, and of all sheets of the day on the chosen machine. */
  shown: number
  total: number
}

export function ListBar({ list, arrangement, shown, total }: ListBarProps) {
  const { t } = useTexts()
  const { listView } = useScreenStore()
  const [openDialog, setOpenDialog] = useState<'pad' | 'filters' | null>(null)
  const filters = filterCount(arrangement)
  // the number is known when the whole list is loaded
  const isPartial = list.entries.length < (list.totalEntries ?? 0)
  const close = (): void => setOpenDialog(null)
  return (
    <div className="list-bar" role="search">
      <input
        className="input list-search"
        type="search"
        aria-label={t('list_bar.search')}
        placeholder={t('list_bar.search')}
        autoComplete="off"
        spellCheck={false}
        maxLength={100}
        value={arrangement.search}
        onChange={({ target: { value } }) => listView.rearrange({ search: value })}
      />
      <Button aria-label={t('list_bar.pad')} onPress={() => setOpenDialog('pad')}>
        <span aria-hidden="true">123</span>
      </Button>
      <Button
        variant="toggle"
        aria-pressed={arrangement.order === 'lots'}
        onPress={() => listView.rearrange({ order: arrangement.order === 'lots' ? 'day' : 'lots' })}
      >
        {t('list_bar.order_lots')}
      </Button>
      <Button variant="toggle" aria-pressed={filters > 0} onPress={() => setOpenDialog('filters')}>
        {filters === 0 ? t('list_bar.filters') : t('list_bar.filters_on', { count: filters })}
      </Button>
      <p className={isUnfiltered(arrangement) ? 'list-shown is-whole' : 'list-shown'} role="status">
        {isPartial
          ? null
          : isUnfiltered(arrangement)
            ? t('list_bar.all', { count: total })
            : t('list_bar.shown', { shown, total })}
      </p>
      {!isUnfiltered(arrangement) && (
        <Button variant="quiet" onPress={() => listView.rearrange({ search: '', ...noFilters })}>
          {t('list.show_whole')}
        </Button>
      )}
      {openDialog === 'pad' && <NumberPad onClose={close} />}
      {openDialog === 'filters' && <FilterDialog list={list} arrangement={arrangement} onClose={close} />}
    </div>
  )
}
