// The addresses at which this station looks for others: those found on the network, and typed ones, which can be changed and removed.
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  isSameAddress,
  readTypedAddress,
  typedAddressText,
  type StationsView,
  type TypedAddress,
} from '../../shared/station-api/index.ts'
import { useTexts } from '../language/use-texts.ts'
import { useCall } from '../station/queries.ts'
import { Button } from '../ui/button.tsx'
import { Refused } from '../ui/refused.tsx'
import { Sign } from '../ui/sign.tsx'
import { setUpQueryKey } from './use-set-up-query.ts'

type Address = StationsView['addresses'][number]

/** Stores other typed addresses and shows them at once. */
function useTypedAddresses({ isOn, name, address, port, typedAddresses }: StationsView) {
  const queryClient = useQueryClient()
  const change = useCall('stations.change')
  const store = (next: TypedAddress[]): void =>
    change.mutate(
      { isOn, name, address, port, typedAddresses: next },
      { onSuccess: (view) => queryClient.setQueryData(setUpQueryKey('stations.read', {}), view) },
    )
  return {
    change,
    add: (added: TypedAddress) => store([...typedAddresses.filter((one) => !isSameAddress(one, added)), added]),
    remove: (removed: TypedAddress) => store(typedAddresses.filter((one) => !isSameAddress(one, removed))),
    replace: (old: TypedAddress, by: TypedAddress) =>
      store([...typedAddresses.filter((one) => !isSameAddress(one, old) && !isSameAddress(one, by)), by]),
  }
}

export function AddressesPart({ view }: { view: StationsView }) {
  const { t } = useTexts()
  const { change, add, remove, replace } = useTypedAddresses(view)
  const pair = useCall('stations.pair')
  const isPairing = view.pairing.openForSeconds > 0 && view.pairing.partner === null
  return (
    <section className="stations-section" aria-label={t('stations.addresses')}>
      <h3>{t('stations.addresses')}</h3>
      <p className="muted">{t('stations.addresses_why', { port: view.port })}</p>
      {view.addresses.length > 0 && (
        <ul className="stations" aria-label={t('stations.addresses')}>
          {view.addresses.map((one) => (
            <AddressRow
              key={typedAddressText(one)}
              one={one}
              usualPort={view.port}
              isBusy={change.isPending}
              onPair={isPairing && !one.isLinked ? () => pair.mutate({ address: one.address, port: one.port }) : null}
              onRemove={() => remove(one)}
              onReplace={(by) => replace(one, by)}
            />
          ))}
        </ul>
      )}
      <AddressForm
        label={t('stations.typed_address')}
        before=""
        usualPort={view.port}
        action={t('stations.add_address')}
        isBusy={change.isPending}
        onTyped={add}
      />
      <Refused title={t('question.refused')} error={change.error ?? pair.error} />
    </section>
  )
}

interface AddressRowProps {
  one: Address
  usualPort: number
  isBusy: boolean
  /** Null: nothing is paired now. */
  onPair: (() => void) | null
  onRemove: () => void
  onReplace: (by: TypedAddress) => void
}

function AddressRow({ one, usualPort, isBusy, onPair, onRemove, onReplace }: AddressRowProps) {
  const { t } = useTexts()
  const [isChanging, setIsChanging] = useState(false)
  const { name, isTyped, isLinked, problem, port } = one
  const place = typedAddressText(one)
  const state = isLinked
    ? t('stations.address_linked')
    : problem === null
      ? t('stations.address_tried')
      : t(`stations.address_${problem}`, { port })
  return (
    <li className="station-row">
      <Sign tone={isLinked ? 'done' : problem === null ? 'open' : 'uncertain'} />
      <div className="station-words">
        <strong>{name ?? place}</strong>
        <span className="muted">
          {name !== null && `${place} · `}
          {t(isTyped ? 'stations.address_typed' : 'stations.address_found')}
        </span>
        <span>{state}</span>
        {isChanging && (
          <AddressForm
            label={t('stations.change_address', { address: place })}
            before={place}
            usualPort={usualPort}
            action={t('setup.save')}
            isBusy={isBusy}
            onTyped={(by) => {
              setIsChanging(false)
              onReplace(by)
            }}
          />
        )}
      </div>
      <div className="station-buttons">
        {onPair !== null && (
          <Button variant="primary" onPress={onPair}>
            {t('stations.pair')}
          </Button>
        )}
        {isTyped && (
          <>
            <Button onPress={() => setIsChanging(!isChanging)} aria-expanded={isChanging}>
              {t('stations.change')}
            </Button>
            <Button
              isDisabled={isBusy}
              onPress={onRemove}
              aria-label={t('stations.remove_address', { address: place })}
            >
              {t('stations.remove')}
            </Button>
          </>
        )}
      </div>
    </li>
  )
}

interface AddressFormProps {
  label: string
  before: string
  usualPort: number
  action: string
  isBusy: boolean
  onTyped: (address: TypedAddress) => void
}

function AddressForm({ label, before, usualPort, action, isBusy, onTyped }: AddressFormProps) {
  const { t } = useTexts()
  const [typed, setTyped] = useState(before)
  const address = readTypedAddress(typed, usualPort)
  const isWrong = typed.trim() !== '' && address === null
  return (
    <form
      className="set-up-row"
      onSubmit={(event) => {
        event.preventDefault()
        if (address === null) return
        onTyped(address)
        setTyped('')
      }}
    >
      <label className="field">
        {label}
        <input
          className="input"
          autoComplete="off"
          spellCheck={false}
          maxLength={210}
          value={typed}
          aria-invalid={isWrong}
          onChange={({ target }) => setTyped(target.value)}
        />
      </label>
      <Button type="submit" isDisabled={address === null || isBusy}>
        {action}
      </Button>
      {isWrong && <p role="status">{t('stations.address_malformed')}</p>}
    </form>
  )
}
