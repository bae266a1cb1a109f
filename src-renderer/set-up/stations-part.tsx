// The link to the other stations of the workshop: turn it on, pair, see who is there, revoke.
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Label } from 'react-aria-components/Label'
import { Select } from 'react-aria-components/Select'
import type { StationsView } from '../../shared/station-api/index.ts'
import { useTexts } from '../language/use-texts.ts'
import { useCall } from '../station/queries.ts'
import { Button } from '../ui/button.tsx'
import { Option } from '../ui/option.tsx'
import { SelectOptions } from '../ui/select-options.tsx'
import { Refused } from '../ui/refused.tsx'
import { Sign } from '../ui/sign.tsx'
import { PairedStations } from './paired-stations.tsx'
import { AddressesPart } from './stations-addresses.tsx'
import { PairingPart } from './stations-pairing.tsx'
import { setUpQueryKey, useSetUpQuery } from './use-set-up-query.ts'

const readEveryMs = 1_000

export function StationsPart() {
  const { t } = useTexts()
  const { data: view, error } = useSetUpQuery('stations.read', {}, readEveryMs)
  if (view === undefined) return <Refused title={t('setup.not_read')} error={error} />
  return (
    <>
      <p>{t('stations.why')}</p>
      <Switch view={view} key={`${view.isOn} ${view.address} ${view.name} ${view.port}`} />
      <Problems view={view} />
      {view.fingerprint !== null && (
        <>
          <PairedStations view={view} />
          <PairingPart view={view} />
          <AddressesPart view={view} />
        </>
      )}
    </>
  )
}

/** Turns the link on or off with the name, the interface and the port that are shown. */
function Switch({ view }: { view: StationsView }) {
  const { t } = useTexts()
  const queryClient = useQueryClient()
  const change = useCall('stations.change')
  const [name, setName] = useState(view.name)
  const [address, setAddress] = useState(view.address === '' ? (view.interfaces[0]?.address ?? '') : view.address)
  const [port, setPort] = useState(String(view.port))
  const apply = (isOn: boolean): void =>
    change.mutate(
      { isOn, name, address, port: Number(port), typedAddresses: view.typedAddresses },
      { onSuccess: (next) => queryClient.setQueryData(setUpQueryKey('stations.read', {}), next) },
    )
  const isPort = /^\d{1,5}$/.test(port) && Number(port) >= 1 && Number(port) <= 65_535
  const isChanged = name !== view.name || address !== view.address || Number(port) !== view.port
  return (
    <div className="set-up-row">
      <label className="field">
        {t('stations.name')}
        <input className="input" value={name} maxLength={100} onChange={({ target }) => setName(target.value)} />
      </label>
      <InterfaceSelect interfaces={view.interfaces} address={address} onChoose={setAddress} />
      <label className="field figure-field">
        {t('stations.port')}
        <input
          className="input"
          inputMode="numeric"
          value={port}
          aria-invalid={!isPort}
          onChange={({ target }) => setPort(target.value)}
        />
      </label>
      <div className="toggles" role="group" aria-label={t('setup.part_stations')}>
        {[false, true].map((isOn) => (
          <Button
            key={String(isOn)}
            variant="toggle"
            aria-pressed={view.isOn === isOn}
            isDisabled={change.isPending || !isPort || name.trim() === '' || (isOn && address === '')}
            onPress={() => apply(isOn)}
          >
            {t(isOn ? 'stations.on' : 'stations.off')}
          </Button>
        ))}
        {view.isOn && isChanged && (
          <Button variant="primary" isDisabled={change.isPending || !isPort} onPress={() => apply(true)}>
            {t('setup.save')}
          </Button>
        )}
      </div>
      <Refused title={t('question.refused')} error={change.error} />
    </div>
  )
}

interface InterfaceSelectProps {
  interfaces: StationsView['interfaces']
  /** Empty: none is chosen. */
  address: string
  onChoose: (address: string) => void
}

function InterfaceSelect({ interfaces, address, onChoose }: InterfaceSelectProps) {
  const { t } = useTexts()
  return (
    <Select
      className="field"
      selectedKey={address === '' ? null : address}
      onSelectionChange={(key) => onChoose(String(key))}
    >
      <Label>{t('stations.interface')}</Label>
      <SelectOptions>
        {interfaces.map((one) => (
          <Option key={`${one.name} ${one.address}`} id={one.address} text={`${one.address} (${one.name})`} />
        ))}
      </SelectOptions>
    </Select>
  )
}

function Problems({ view }: { view: StationsView }) {
  const { t } = useTexts()
  const { problem, port, isFolderCopied, isOn, discovery } = view
  return (
    <>
      {problem !== null && (
        <p role="alert">
          <Sign tone="fault" /> {t(`stations.problem_${problem}`, { port })}
        </p>
      )}
      {isFolderCopied && (
        <p role="alert">
          <Sign tone="fault" /> {t('stations.own_folder_copied')}
        </p>
      )}
      {isOn && problem === null && (
        <>
          <p className="muted">{t('stations.firewall', { port })}</p>
          {(discovery === 'silent' || discovery === 'failed') && (
            <p role="status">
              <Sign tone="uncertain" /> {t('stations.discovery_silent')}
            </p>
          )}
        </>
      )}
    </>
  )
}
