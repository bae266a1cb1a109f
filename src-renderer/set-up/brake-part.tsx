// Sets up the connection to the brake: lists the ports, tests a connection, and shows its state with live values.
import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import type { ProbeView, SetUpView } from '../../shared/station-api/index.ts'
import { faultSentences, toneOfBrake } from '../brake/brake-texts.ts'
import { useTexts, type Texts } from '../language/use-texts.ts'
import { WrongFiles } from '../machines/wrong-files.tsx'
import { useCall } from '../station/queries.ts'
import { useBrake } from '../station/station-context.tsx'
import { CommandLine } from '../ui/command-line.tsx'
import { Refused } from '../ui/refused.tsx'
import { Sign } from '../ui/sign.tsx'
import { useNow } from '../ui/use-now.ts'
import { scrollIntoView } from './scroll-into-view.ts'
import { useSetUpQuery } from './use-set-up-query.ts'

export function BrakePart({ view }: { view: SetUpView }) {
  const { t } = useTexts()
  const storedLink = view.settings?.brake ?? null
  const [uri, setUri] = useState(storedLink?.uri ?? '')
  const [map, setMap] = useState(storedLink?.map ?? '')
  const probe = useCall('setup.probe')
  const change = useCall('setup.change')
  const isComplete = uri.trim() !== '' && map.trim() !== ''
  const link = { uri: uri.trim(), map: map.trim() }
  /** The result of a test does not apply to another connection. */
  const isSameLink = probe.variables?.uri === link.uri && probe.variables.map === link.map
  const editLink = (next: Partial<{ uri: string; map: string }>): void => {
    change.reset()
    if (next.uri !== undefined) setUri(next.uri)
    if (next.map !== undefined) setMap(next.map)
  }
  const isStored = storedLink !== null && storedLink.uri === link.uri && storedLink.map === link.map
  return (
    <>
      <LiveLink />
      <h3>{t('setup.line')}</h3>
      <Ports onChoose={(chosen) => editLink({ uri: chosen })} />
      <div className="set-up-form">
        <label className="field">
          {t('setup.line_address')}
          <input
            className="input"
            autoComplete="off"
            spellCheck={false}
            maxLength={300}
            placeholder="serial:/dev/ttyUSB0?baud=19200&parity=even"
            value={uri}
            onChange={({ target: { value } }) => editLink({ uri: value })}
          />
        </label>
        <label className="field">
          {t('setup.controller')}
          <input
            className="input"
            autoComplete="off"
            spellCheck={false}
            maxLength={300}
            list="controllers"
            value={map}
            onChange={({ target: { value } }) => editLink({ map: value })}
          />
          <datalist id="controllers">
            {view.controllers.map((name) => (
              <option key={name} value={name} />
            ))}
          </datalist>
        </label>
        <div className="dialog-buttons">
          <Button isDisabled={!isComplete} isPending={probe.isPending} onPress={() => probe.mutate(link)}>
            {t(probe.isPending ? 'setup.probing' : 'setup.probe')}
          </Button>
          <Button
            variant="primary"
            isDisabled={!isComplete || isStored || view.settings === null}
            isPending={change.isPending}
            onPress={() => change.mutate({ brake: link })}
          >
            {t('setup.link')}
          </Button>
          {storedLink !== null && <Button onPress={() => change.mutate({ brake: null })}>{t('setup.unlink')}</Button>}
        </div>
      </div>
      {view.settings === null && <p className="sub">{t('setup.connect_first')}</p>}
      <Refused title={t('setup.not_probed')} error={isSameLink ? probe.error : null} />
      <Refused title={t('question.refused')} error={change.error} />
      {probe.data !== undefined && isSameLink && <ProbeResult result={probe.data} uri={link.uri} />}
      <p className="sub">{t('setup.commission')}</p>
      <CommandLine>{t('setup.commission_line')}</CommandLine>
    </>
  )
}

function Ports({ onChoose }: { onChoose: (address: string) => void }) {
  const { t } = useTexts()
  const { data, error, isFetching, refetch } = useSetUpQuery('setup.ports', {})
  return (
    <div className="set-up-ports" aria-busy={isFetching}>
      <Refused title={t('setup.not_read')} error={error} />
      {typeof data?.problem === 'string' && (
        <p role="alert">
          <Sign tone="uncertain" /> {t('setup.ports_unknown')} <span lang="en">{data.problem}</span>
        </p>
      )}
      {data !== undefined && data.problem === null && data.ports.length === 0 && <p>{t('setup.no_ports')}</p>}
      <ul>
        {data?.ports.map(({ path, address, description }) => (
          <li key={path}>
            <Button className="port" onPress={() => onChoose(address)}>
              <strong>{path}</strong>{' '}
              <span className="sub">{description === '' ? t('setup.port_unnamed') : description}</span>
            </Button>
          </li>
        ))}
      </ul>
      <Button size="small" isPending={isFetching} onPress={() => void refetch()}>
        {t('setup.look_again')}
      </Button>
    </div>
  )
}

function ProbeResult({ result, uri }: { result: ProbeView; uri: string }) {
  const { t } = useTexts()
  if (result.wrong.length > 0)
    return (
      <div className="finding" role="alert" ref={scrollIntoView}>
        <Sign tone="fault" />
        <WrongFiles wrong={result.wrong} />
      </div>
    )
  if (result.fault !== null) {
    const { code, message } = result.fault
    const isFolder = uri.startsWith('folder:') && (code === 'no_answer' || code === 'refused')
    // the usual texts describe a failed transfer, which a test does not have
    const isEnded = code === 'line_ended' || code === 'cancelled'
    const [title, todo] = isEnded
      ? [t('setup.probe_ended'), t('setup.probe_ended_todo')]
      : isFolder
        ? [t(`brake_link.folder_fault.${code}`), t(`brake_link.folder_todo.${code}`)]
        : [t(`brake_link.fault.${code}`), t(`brake_link.todo.${code}`)]
    return (
      <div className="finding" role="alert" ref={scrollIntoView}>
        <Sign tone="fault" />
        <div>
          <strong>{title}</strong>
          <p>{todo}</p>
          <p className="sub" lang="en">
            {message}
          </p>
        </div>
      </div>
    )
  }
  return (
    <div className="finding" role="status" ref={scrollIntoView}>
      <Sign tone="done" />
      <div>
        <strong>{t('setup.answers', { controller: result.controller ?? '–', as: result.identity ?? '–' })}</strong>
        <p>
          {t(result.maxSteps === null ? 'setup.read_only' : 'setup.takes_programs')}{' '}
          {result.counterUnit !== null && t(`setup.counts_${result.counterUnit}`)}
        </p>
        <Readings readings={result.readings.map(({ name, value }) => ({ name, value: valueText(t, value) }))} />
      </div>
    </div>
  )
}

type ReadingName = ProbeView['readings'][number]['name'] | 'line' | 'driver' | 'commissioned' | 'heard'

/** True and false as texts; other values unchanged. */
const valueText = (t: Texts['t'], value: string): string =>
  value === 'true' || value === 'false' ? t(`setup.value.${value}`) : value

function Readings({ readings }: { readings: readonly { name: ReadingName; value: string | null }[] }) {
  const { t } = useTexts()
  return (
    <dl className="facts">
      {readings
        .filter(({ value }) => value !== null)
        .map(({ name, value }) => (
          <div key={`${name} ${value}`}>
            <dt>{t(`setup.value_of.${name}`)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  )
}

/** The live values of the connection. */
function LiveLink() {
  const texts = useTexts()
  const { t, age } = texts
  const brake = useBrake()
  const now = useNow(1_000)
  const { link, state, identity, alarms } = brake
  if (link === null) return <p className="set-up-now">{t('setup.no_link')}</p>
  const liveValues = brake.readings
  const live: { name: ReadingName; value: string | null }[] =
    liveValues === null
      ? [{ name: 'heard', value: t('setup.nothing_heard') }]
      : [
          { name: 'heard', value: t('setup.ago', { age: age(Math.max(0, now - Date.parse(liveValues.readAt))) }) },
          { name: 'counter', value: liveValues.counter === null ? null : String(liveValues.counter) },
          { name: 'running', value: liveValues.isRunning === null ? null : valueText(t, String(liveValues.isRunning)) },
          { name: 'safe', value: liveValues.isSafe === null ? null : valueText(t, String(liveValues.isSafe)) },
        ]
  return (
    <div className="set-up-live">
      <p className="set-up-now">
        <Sign tone={toneOfBrake(state)} /> <strong>{t(`brake_link.state.${state}`)}</strong> {identity ?? ''}
      </p>
      {brake.fault !== null &&
        faultSentences(texts, brake.fault, link).map((sentence) => <p key={sentence}>{sentence}</p>)}
      <Readings
        readings={[
          { name: 'line' as const, value: link.uri },
          { name: 'driver', value: `${link.driver} · ${link.map ?? '–'}` },
          {
            name: 'commissioned',
            value:
              link.commissioned === null
                ? t('setup.not_commissioned')
                : `${link.commissioned.by} · ${texts.when(link.commissioned.at)}`,
          },
          ...live,
          ...alarms.map(({ code, text }) => ({ name: 'alarm' as const, value: `${code} ${text}` })),
        ]}
      />
    </div>
  )
}
