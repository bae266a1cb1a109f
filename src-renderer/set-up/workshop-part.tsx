// Connects the station to its workshop: address and key, each step tested, kept only where none is wrong. The key leaves this page
// once, and is forgotten here as soon as it has.
import { useState } from 'react'
import { Button } from 'react-aria-components/Button'
import type { CallError, ConnectView, SetUpView } from '../../shared/station-api/index.ts'
import { useWords } from '../language/use-words.ts'
import { BrakeSelect } from '../list/brake-select.tsx'
import { asked, useCall } from '../station/queries.ts'
import { useStationLink, useStatus } from '../station/station-context.tsx'
import { callErrorOf } from '../station/station-link.ts'
import { Notice } from '../ui/notice.tsx'
import { Refused } from '../ui/refused.tsx'
import { Sign } from '../ui/sign.tsx'
import { useAsked } from './use-asked.ts'
import { CheckList } from './check-list.tsx'
import { Figure } from './figure.tsx'

const placeholder = 'https://…/api/v1'

export function WorkshopPart({ view }: { view: SetUpView }) {
  const { t } = useWords()
  const { workshop } = useStatus()
  const [address, writeAddress] = useState(view.connectsElsewhere ? '' : (view.baseUrl ?? ''))
  const [key, writeKey] = useState('')
  const [stations, writeStations] = useState(String(view.settings?.stationsSharingKey ?? 3))
  const test = useConnect()
  const hasKept = !view.connectsElsewhere && view.baseUrl !== null && address.trim() === view.baseUrl
  const sharing = Number(stations)
  const isSharing = Number.isInteger(sharing) && sharing >= 1 && sharing <= 10
  /** What was found of the words before says nothing of the new ones. */
  const rewrite = (write: (value: string) => void, value: string): void => {
    test.forget()
    write(value)
  }
  const mayTest = address.trim() !== '' && (key !== '' || hasKept) && isSharing && !test.isPending
  const run = async (keep: boolean): Promise<void> => {
    const answer = await test.run({
      baseUrl: address,
      key: key === '' ? null : key,
      stationsSharingKey: sharing,
      keep,
    })
    if (keep && answer !== null && answer.kept !== 'no') writeKey('')
  }
  return (
    <>
      {view.baseUrl === null ? (
        <Notice tone="waiting" title={t('setup.not_connected')} />
      ) : (
        <p className="set-up-now">
          {workshop === null
            ? t('setup.connected_address', { address: view.baseUrl })
            : t(view.connectsElsewhere ? 'setup.on_sandbox' : 'setup.connected_to', {
                workshop: workshop.name,
                address: view.baseUrl,
              })}
        </p>
      )}
      <form
        className="set-up-form"
        onSubmit={(event) => {
          event.preventDefault()
          if (mayTest) void run(false)
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
            readOnly={test.isPending}
            onChange={({ target: { value } }) => rewrite(writeAddress, value)}
          />
        </label>
        <label className="field">
          {t('setup.key')}
          <input
            className="input"
            type="password"
            autoComplete="off"
            maxLength={300}
            placeholder={hasKept ? t('setup.key_kept') : ''}
            value={key}
            readOnly={test.isPending}
            onChange={({ target: { value } }) => rewrite(writeKey, value)}
          />
        </label>
        <Figure
          label={t('setup.sharing')}
          value={stations}
          isWrong={!isSharing}
          why={t('setup.sharing_range')}
          isReadOnly={test.isPending}
          onWrite={(value) => rewrite(writeStations, value)}
        />
        <div className="dialog-buttons">
          <Button className="button" type="submit" isDisabled={!mayTest}>
            {t(test.isPending ? 'setup.testing' : 'setup.test')}
          </Button>
          <Button className="button primary" isDisabled={!mayTest} onPress={() => void run(true)}>
            {t('setup.keep')}
          </Button>
        </div>
      </form>
      <Refused title={t('setup.not_tested')} error={test.error} />
      {test.answer !== null && (
        <>
          {test.answer.kept !== 'no' && (test.answer.kept !== 'restart' || view.waitsForRestart) && (
            <p className="set-up-now" role="status">
              <Sign tone="done" /> <strong>{t(`setup.kept_${test.answer.kept}`)}</strong>
            </p>
          )}
          <CheckList checks={test.answer.checks} />
        </>
      )}
      {view.keyInFile && <p className="sub">{t('problem.key_in_file.text')}</p>}
      <OwnBrake />
    </>
  )
}

/** Not a kept mutation: that would hold the key for minutes. */
function useConnect() {
  const link = useStationLink()
  const setUp = useAsked('setup.read', {})
  const [isPending, setPending] = useState(false)
  const [error, setError] = useState<CallError | null>(null)
  const [answer, setAnswer] = useState<ConnectView | null>(null)
  const forget = (): void => {
    setError(null)
    setAnswer(null)
  }
  const run = async (input: Parameters<typeof asked<'setup.connect'>>[2]): Promise<ConnectView | null> => {
    setPending(true)
    forget()
    try {
      const connected = await asked(link, 'setup.connect', input)
      setAnswer(connected)
      if (connected.kept !== 'no') void setUp.refetch()
      return connected
    } catch (thrown) {
      setError(callErrorOf(thrown))
      return null
    } finally {
      setPending(false)
    }
  }
  return { isPending, error, answer, run, forget }
}

function OwnBrake() {
  const { t } = useWords()
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
