// The PIN on large keys, or typed. What is typed is shown as dots, and how many tries are left as a sentence.
import { useEffect, useState } from 'react'
import { Button } from 'react-aria-components/Button'
import type { Grant } from '../../shared/station-api/index.ts'
import { useWords } from '../language/use-words.ts'
import { useCall } from '../station/queries.ts'
import { Refused } from '../ui/refused.tsx'
import { Sign } from '../ui/sign.tsx'
import { digitsIn, fewestDigits, mostDigits, PinKeys } from './pin-keys.tsx'

export interface PinPadProps {
  /** What is to be opened; a right PIN that opens less says so. Left out: whatever the PIN opens. */
  grant?: Grant
  onOpened?: () => void
}

export function PinPad({ grant, onOpened }: PinPadProps) {
  const { t, age } = useWords()
  const unlock = useCall('grant.unlock')
  const [digits, write] = useState('')
  const { data: answer, isPending } = unlock
  const secondsLeft = useSecondsLeft(answer?.ended === 'opened' ? 0 : (answer?.waitSeconds ?? 0), unlock.submittedAt)
  const waits = secondsLeft > 0
  const enter = (): void => {
    if (digits.length < fewestDigits || waits || isPending) return
    write('')
    unlock.mutate({ pin: digits }, { onSuccess: ({ ended }) => ended === 'opened' && onOpened?.() })
  }
  return (
    <form
      className="pin-pad"
      onSubmit={(event) => {
        event.preventDefault()
        enter()
      }}
    >
      <label className="field">
        {t('grants.pin')}
        <input
          className="input pin-typed"
          type="password"
          inputMode="numeric"
          autoComplete="off"
          maxLength={mostDigits}
          value={digits}
          onChange={({ target: { value } }) => write(digitsIn(value))}
        />
      </label>
      <PinKeys digits={digits} onWrite={write}>
        <Button
          type="submit"
          className="button primary"
          isDisabled={digits.length < fewestDigits || waits || isPending}
        >
          {t('grants.open')}
        </Button>
      </PinKeys>
      <div className="pin-answer" role="alert">
        {waits ? (
          <p>
            <Sign tone="waiting" /> {t('grants.wait', { left: age(secondsLeft * 1_000) })}
          </p>
        ) : (
          answer?.ended === 'wrong' &&
          !isPending && (
            <p>
              {answer.triesLeft === 0 ? (
                t('grants.again')
              ) : (
                <>
                  <Sign tone="fault" /> {t('grants.wrong', { count: answer.triesLeft })}
                </>
              )}
            </p>
          )
        )}
        {answer?.ended === 'opened' && grant !== undefined && !answer.open.includes(grant) && (
          <p>
            <Sign tone="person" /> {t('grants.opens_less')}
          </p>
        )}
        <Refused title={t('question.refused')} error={unlock.error} />
      </div>
    </form>
  )
}

/** Counts down by the second. */
function useSecondsLeft(seconds: number, since: number): number {
  const [now, tick] = useState(() => Date.now())
  const left = Math.ceil((since + seconds * 1_000 - now) / 1_000)
  useEffect(() => {
    if (seconds === 0) return
    const timer = window.setInterval(() => tick(Date.now()), 1_000)
    return () => window.clearInterval(timer)
  }, [seconds])
  return seconds === 0 ? 0 : Math.max(0, left)
}
