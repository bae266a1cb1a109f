// Pairing with another station: opens pairing mode, shows this screen's digits, and asks for the other's and the PIN.
import { useState } from 'react'
import type { StationsView } from '../../shared/station-api/index.ts'
import { useTexts } from '../language/use-texts.ts'
import { useCall } from '../station/queries.ts'
import { Button } from '../ui/button.tsx'
import { Refused } from '../ui/refused.tsx'
import { Sign } from '../ui/sign.tsx'

export function PairingPart({ view }: { view: StationsView }) {
  const { t } = useTexts()
  const open = useCall('stations.open_pairing')
  const close = useCall('stations.close_pairing')
  const { openForSeconds, closedForSeconds, partner } = view.pairing
  return (
    <section className="stations-section" aria-label={t('stations.pair_title')}>
      <h3>{t('stations.pair_title')}</h3>
      <p>{t(view.hasPin ? 'stations.pair_why' : 'stations.pair_needs_pin')}</p>
      {closedForSeconds > 0 && (
        <p role="alert">
          <Sign tone="fault" /> {t('stations.pair_closed', { count: Math.ceil(closedForSeconds / 60) })}
        </p>
      )}
      {openForSeconds > 0 && <PairingEnded pairing={view.pairing} />}
      {openForSeconds > 0 && partner !== null && <Digits key={partner.shown} partner={partner} />}
      {openForSeconds === 0 ? (
        <Button
          variant="primary"
          isDisabled={!view.hasPin || closedForSeconds > 0 || open.isPending}
          onPress={() => open.mutate({})}
        >
          {t('stations.pair_open')}
        </Button>
      ) : (
        <div className="pairing-open">
          <p role="status">
            {t('stations.pair_is_open', { count: openForSeconds })}
            {partner === null && ` ${t('stations.pair_choose')}`}
          </p>
          <Button onPress={() => close.mutate({})}>{t('stations.pair_close')}</Button>
        </div>
      )}
      <Refused title={t('question.refused')} error={open.error ?? close.error} />
    </section>
  )
}

/** Why the last exchange gave no pairing. It stays until the next one begins. */
function PairingEnded({ pairing: { ended, entriesLeft, partner } }: { pairing: StationsView['pairing'] }) {
  const { t } = useTexts()
  if (ended === null || partner !== null) return null
  return (
    <p role="alert">
      <Sign tone="fault" /> {t(`stations.pair_${ended}`, { count: entriesLeft })}
    </p>
  )
}

function Digits({ partner }: { partner: NonNullable<StationsView['pairing']['partner']> }) {
  const { t } = useTexts()
  const confirm = useCall('stations.confirm')
  const [digits, setDigits] = useState('')
  const [pin, setPin] = useState('')
  const { name, shown, isConfirmedHere, isConfirmedThere } = partner
  return (
    <>
      <p className="pairing-digits">
        <span>{t('stations.digits_here', { name })}</span>
        <strong>{`${shown.slice(0, 4)} ${shown.slice(4)}`}</strong>
      </p>
      {isConfirmedThere && (
        <p role="status">
          <Sign tone="done" /> {t('stations.confirmed_there', { name })}
        </p>
      )}
      {isConfirmedHere ? (
        <p role="status">
          <Sign tone="done" /> {t('stations.confirmed_here', { name })}
        </p>
      ) : (
        <form
          className="set-up-row"
          onSubmit={(event) => {
            event.preventDefault()
            confirm.mutate({ digits, pin })
            setPin('')
          }}
        >
          <label className="field">
            {t('stations.digits_there', { name })}
            <input
              className="input"
              inputMode="numeric"
              autoComplete="off"
              value={digits}
              onChange={({ target }) => setDigits(target.value)}
            />
          </label>
          <label className="field">
            {t('stations.pin')}
            <input
              className="input"
              type="password"
              inputMode="numeric"
              autoComplete="off"
              value={pin}
              onChange={({ target }) => setPin(target.value.replaceAll(/\D/g, ''))}
            />
          </label>
          <Button
            type="submit"
            variant="primary"
            isDisabled={digits.replaceAll(/\D/g, '').length !== 8 || pin.length < 4 || confirm.isPending}
          >
            {t('stations.confirm')}
          </Button>
        </form>
      )}
      <Refused title={t('question.refused')} error={confirm.error} />
    </>
  )
}
