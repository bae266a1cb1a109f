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
    <section aria-label={t('stations.pair_title')}>
      <h3>{t('stations.pair_title')}</h3>
      <p>{t(view.hasPin ? 'stations.pair_why' : 'stations.pair_needs_pin')}</p>
      {closedForSeconds > 0 && (
        <p role="alert">
          <Sign tone="fault" /> {t('stations.pair_closed', { minutes: Math.ceil(closedForSeconds / 60) })}
        </p>
      )}
      {openForSeconds === 0 ? (
        <Button
          variant="primary"
          isDisabled={!view.hasPin || closedForSeconds > 0 || open.isPending}
          onPress={() => open.mutate({})}
        >
          {t('stations.pair_open')}
        </Button>
      ) : (
        <>
          <p role="status">{t('stations.pair_is_open', { seconds: openForSeconds })}</p>
          {partner === null ? <p>{t('stations.pair_choose')}</p> : <Digits key={partner.shown} partner={partner} />}
          <Button onPress={() => close.mutate({})}>{t('stations.pair_close')}</Button>
        </>
      )}
      <Refused title={t('question.refused')} error={open.error ?? close.error} />
    </section>
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
      <p>
        {t('stations.digits_here', { name })}{' '}
        <strong className="pairing-digits">{`${shown.slice(0, 4)} ${shown.slice(4)}`}</strong>
      </p>
      {isConfirmedThere && <p role="status">{t('stations.confirmed_there', { name })}</p>}
      {isConfirmedHere ? (
        <p role="status">{t('stations.confirmed_here', { name })}</p>
      ) : (
        <form
          className="set-up-fields"
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
