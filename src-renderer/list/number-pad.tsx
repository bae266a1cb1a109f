// Finds the sheets of an order whose code is lost, by its number on large keys: what the station holds of it, day by day.
import { useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { useWords } from '../language/use-words.ts'
import { useLists } from '../station/queries.ts'
import { useStatus } from '../station/station-context.tsx'
import { ModalDialog } from '../ui/modal-dialog.tsx'
import { NumberKeys } from '../ui/number-keys.tsx'
import { goTo } from '../use-route.ts'
import { sheetsOfOrder } from './order-sheets.ts'

const mostDigits = 12
const mostShown = 60

export function NumberPad({ onClose }: { onClose: () => void }) {
  const { t, named, shortDay } = useWords()
  const { days } = useStatus()
  const lists = useLists(days.map(({ date }) => date))
  const [digits, write] = useState('')
  const found = sheetsOfOrder(lists, digits)
  return (
    <ModalDialog title={t('number_pad.title')} isOpen onClose={onClose}>
      <div className="number-pad">
        <NumberKeys
          label={t('number_pad.title')}
          text={digits}
          onWrite={write}
          most={mostDigits}
          shown={
            <output className="number-typed" aria-label={t('number_pad.typed')}>
              {digits === '' ? '–' : digits}
            </output>
          }
        />
        <div className="number-found" aria-live="polite">
          <p className="sub">
            {digits === ''
              ? t('number_pad.hint')
              : found.length === 0
                ? t('number_pad.none', { digits })
                : t('number_pad.found', { count: found.length })}
          </p>
          <ul>
            {found.slice(0, mostShown).map(({ date, entry }) => (
              <li key={`${date} ${entry.sheetId}`}>
                <Button
                  className="button number-sheet"
                  onPress={() => {
                    onClose()
                    goTo({ screen: 'sheet', date, sheetId: entry.sheetId })
                  }}
                >
                  <strong>
                    {t('sheet.what', {
                      order: entry.orderNumber,
                      sheet: entry.sheetNo,
                      family: named('family', entry.family),
                    })}
                  </strong>
                  <span className="sub">{[shortDay(date), entry.customerName].filter(Boolean).join(' · ')}</span>
                </Button>
              </li>
            ))}
          </ul>
        </div>
      </div>
      <Button className="button" onPress={onClose}>
        {t('question.cancel')}
      </Button>
    </ModalDialog>
  )
}
