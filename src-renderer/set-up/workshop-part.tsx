// Connects the station to its workshop: tests address and key step by step, and stores them only if every step succeeds. The page sends the
// key once and then discards it.
import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import type { CallError, ConnectView, SetUpView } from '../../shared/station-api/index.ts'
import { useTexts } from '../language/use-texts.ts'
import { BrakeSelect } from '../list/brake-select.tsx'
import { callStation, useCall } from '../station/queries.ts'
import { useStationLink, useStatus } from '../station/station-context.tsx'
import { callErrorOf } from '../station/station-link.ts'
import { Notice } from '../ui/notice.tsx'
import { Refused } from '../ui/refused.tsx'
import { Sign } from '../ui/sign.tsx'
import { useSetUpQuery } from './use-set-up-query.ts'
import { CheckList } from './check-list.tsx'
import { NumberField } from './number-field.tsx'

const placeholder = 'https://…/api/v1'

export function WorkshopPart({ view }: { view: SetUpView }) {
  const { t } = useTexts()
  const connect = useConnect()
  const { answer, error } = connect
  return (
    <>
      <CurrentWorkshop view={view} />
      <ConnectForm view={view} connect={connect} />
      <Refused title={t('setup.not_tested')} error={error} />
      {answer !== null && (
        <>
          {answer.storeResult !== 'no' && (answer.storeResult !== 'restart' || view.needsRestart) && (
            <p className="set-up-now" role="status">
              <Sign tone="done" /> <strong>{t(`setup.kept_${answer.storeResult}`)}</strong>
            </p>
          )}
          <CheckList checks={answer.checks} />
        </>
      )}
      {view.keyInFile && <p className="sub">{t('problem.key_in_file.text')}</p>}
      <OwnBrake />
    </>
  )
}

function CurrentWorkshop({ view }: { view: SetUpView }) {
  const { t } = useTexts()
  const { workshop } = useStatus()
  if (view.baseUrl === null) return <Notice tone="waiting" title={t('setup.not_connected')} />
  return (
    <p className="set-up-now">
      {workshop === null
        ? t('setup.connected_address', { address: view.baseUrl })
        : t(view.connectsElsewhere ? 'setup.on_sandbox' : 'setup.connected_to', {
            workshop: workshop.name,
            address: view.baseUrl,
          })}
    </p>
  )
}

function ConnectForm({ view, connect }: { view: SetUpView; connect: ReturnType<typeof useConnect> }) {
  const { t } = useTexts()
  const [address, setAddress] = useState(view.connectsElsewhere ? '' : (view.baseUrl ?? ''))
  const [key, setKey] = useState('')
  const [stations, setStations] = useState(String(view.settings?.stationsSharingKey ?? 3))
  const hasStoredKey = !view.connectsElsewhere && view.baseUrl !== null && address.trim() === view.baseUrl
  const sharing = Number(stations)
  const isSharingValid = Number.isInteger(sharing) && sharing >= 1 && sharing <= 10
  /** The result of a test does not apply to changed values. */
  const edit = (set: (value: string) => void, value: string): void => {
    connect.reset()
    set(value)
  }
  const canTest = address.trim() !== '' && (key !== '' || hasStoredKey) && isSharingValid && !connect.isPending
  const run = async (keep: boolean): Promise<void> => {
    const answer = await connect.run({
      baseUrl: address,
      key: key === '' ? null : key,
      stationsSharingKey: sharing,
      keep,
    })
    if (keep && answer !== null && answer.storeResult !== 'no') setKey('')
  }
  return (
    <form
      className="set-up-form"
      onSubmit={(event) => {
        event.preventDefault()
        if (canTest) void run(false)
      }}
    >
      <label className="field">
        {t('setup.address')}
        <input
          className="input"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          maxLength={300}
          placeholder={placeholder}
          value={address}
          readOnly={connect.isPending}
          onChange={({ target: { value } }) => edit(setAddress, value)}
        />
      </label>
      <label className="field">
        {t('setup.key')}
        <input
          className="input"
          type="password"
          autoComplete="off"
          maxLength={300}
          placeholder={hasStoredKey ? t('setup.key_kept') : ''}
          value={key}
          readOnly={connect.isPending}
          onChange={({ target: { value } }) => edit(setKey, value)}
        />
      </label>
      <NumberField
        label={t('setup.sharing')}
        value={stations}
        isInvalid={!isSharingValid}
        error={t('setup.sharing_range')}
        isReadOnly={connect.isPending}
        onChange={(value) => edit(setStations, value)}
      />
      <div className="dialog-buttons">
        <Button type="submit" isDisabled={!canTest}>
          {t(connect.isPending ? 'setup.testing' : 'setup.test')}
        </Button>
        <Button variant="primary" isDisabled={!canTest} onPress={() => void run(true)}>
          {t('setup.keep')}
        </Button>
      </div>
    </form>
  )
}

/** Not a TanStack mutation: it would keep the key in memory for minutes. */
function useConnect() {
  const link = useStationLink()
  const setUp = useSetUpQuery('setup.read', {})
  const [isPending, setIsPending] = useState(false)
  const [error, setError] = useState<CallError | null>(null)
  const [answer, setAnswer] = useState<ConnectView | null>(null)
  const reset = (): void => {
    setError(null)
    setAnswer(null)
  }
  const run = async (input: Parameters<typeof callStation<'setup.connect'>>[2]): Promise<ConnectView | null> => {
    setIsPending(true)
    reset()
    try {
      const connected = await callStation(link, 'setup.connect', input)
      setAnswer(connected)
      if (connected.storeResult !== 'no') void setUp.refetch()
      return connected
    } catch (thrown) {
      setError(callErrorOf(thrown))
      return null
    } finally {
      setIsPending(false)
    }
  }
  return { isPending, error, answer, run, reset }
}

function OwnBrake() {
  const { t } = useTexts()
  const { brakes, ownBrakeId } = useStatus()
  const choose = useCall('brake.choose')
  if (brakes.length === 0) return null
  return (
    <section className="set-up-more">
      <h3>{t('setup.own_brake')}</h3>
      <p>{t('setup.own_brake_why')}</p>
      <BrakeSelect
        choice={ownBrakeId === null ? { kind: 'all' } : { kind: 'brake', id: ownBrakeId }}
        onChoose={(choice) => choose.mutate({ pressBrakeId: choice.kind === 'brake' ? choice.id : null })}
      />
      <Refused title={t('question.refused')} error={choose.error} />
    </section>
  )
}
