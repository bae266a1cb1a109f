// Finds the sheets of an order by its number on large keys, and an order by the number of its sticker, where no code can be scanned.
import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { useTexts } from '../language/use-texts.ts'
import { useLists } from '../station/queries.ts'
import { useOrderWithSticker } from '../station/order-queries.ts'
import { useStatus } from '../station/station-context.tsx'
import { useScreenStore } from '../store/use-screen-store.ts'
import { DialogButtons, ModalDialog } from '../ui/dialogs/index.ts'
import { NumberKeys } from '../ui/number-keys.tsx'
import { goTo } from '../use-route.ts'
import { sheetsOfOrder } from './arranging/index.ts'

const maxDigits = 12
const maxShown = 60

export function NumberPad({ onClose }: { onClose: () => void }) {
  const { t, named, shortDay } = useTexts()
  const { days } = useStatus()
  const lists = useLists(days.map(({ date }) => date))
  const [digits, setDigits] = useState('')
  const matches = sheetsOfOrder(lists, digits)
  const { openOrder } = useScreenStore()
  const stickerOrder = useOrderWithSticker(digits)
  return (
    <ModalDialog title={t('number_pad.title')} isOpen onClose={onClose}>
      <div className="number-pad">
        <NumberKeys
          label={t('number_pad.title')}
          text={digits}
          onWrite={setDigits}
          maxLength={maxDigits}
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
              : matches.length === 0
                ? stickerOrder === null && t('number_pad.none', { digits })
                : t('number_pad.found', { count: matches.length })}
          </p>
          {stickerOrder !== null && (
            <Button
              className="number-sheet"
              onPress={() => {
                onClose()
                openOrder.set(stickerOrder)
              }}
            >
              <strong>{t('papers.title', { order: stickerOrder })}</strong>
              <span className="sub">{t('number_pad.sticker', { sticker: digits })}</span>
            </Button>
          )}
          <ul>
            {matches.slice(0, maxShown).map(({ date, entry }) => (
              <li key={`${date} ${entry.sheetId}`}>
                <Button
                  className="number-sheet"
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
      <DialogButtons onClose={onClose} />
    </ModalDialog>
  )
}
