// Finds a sheet in the list and says how the list is ordered: search, number pad, order, filters, and how much of the list is shown.
import { useState } from 'react'
import { Button } from 'react-aria-components/Button'
import type { ListView } from '../../shared/station-api/index.ts'
import { useWords } from '../language/use-words.ts'
import { FilterDialog } from './filter-dialog.tsx'
import { filterCount, isWhole, listOrders, noFilters, type ListLook } from './list-look.ts'
import { changeLook } from './look-now.ts'
import { NumberPad } from './number-pad.tsx'

export interface ListBarProps {
  list: ListView
  look: ListLook
  /** Sheets of the day on the machine chosen that are shown, and all of them. */
  shown: number
  total: number
}

export function ListBar({ list, look, shown, total }: ListBarProps) {
  const { t } = useWords()
  const [isOpen, open] = useState<'pad' | 'filters' | null>(null)
  const filters = filterCount(look)
  // how many they are is known once all of them are there
  const isComing = list.entries.length < (list.entriesInAll ?? 0)
  const close = (): void => open(null)
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
        value={look.search}
        onChange={({ target: { value } }) => changeLook({ search: value })}
      />
      <Button className="button" aria-label={t('list_bar.pad')} onPress={() => open('pad')}>
        <span aria-hidden="true">123</span>
      </Button>
      <div className="toggles" role="group" aria-label={t('list_bar.order')}>
        {listOrders.map((order) => (
          <Button
            key={order}
            className="button toggle"
            aria-pressed={look.order === order}
            onPress={() => changeLook({ order })}
          >
            {t(`list_bar.order_${order}`)}
          </Button>
        ))}
      </div>
      <Button className="button toggle" aria-pressed={filters > 0} onPress={() => open('filters')}>
        {filters === 0 ? t('list_bar.filters') : t('list_bar.filters_on', { count: filters })}
      </Button>
      <p className="list-shown" role="status">
        {isComing ? null : isWhole(look) ? t('list_bar.all', { count: total }) : t('list_bar.shown', { shown, total })}
      </p>
      {!isWhole(look) && (
        <Button className="button quiet" onPress={() => changeLook({ search: '', ...noFilters })}>
          {t('list.show_whole')}
        </Button>
      )}
      {isOpen === 'pad' && <NumberPad onClose={close} />}
      {isOpen === 'filters' && <FilterDialog list={list} look={look} onClose={close} />}
    </div>
  )
}
