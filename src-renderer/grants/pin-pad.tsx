// Asks for a PIN by large keys or a keyboard. Shows dots for the digits, and the remaining tries as a sentence.
import { useEffect, useState } from 'react'
import { Button } from '../ui/button.tsx'
import type { Grant } from '../../shared/station-api/index.ts'
import { useTexts } from '../language/use-texts.ts'
import { useCall } from '../station/queries.ts'
import { Refused } from '../ui/refused.tsx'
import { Sign } from '../ui/sign.tsx'
import { digitsIn, minDigits, maxDigits, PinKeys } from './pin-keys.tsx'

export interface PinPadProps {
  /** The grant that is needed: a valid PIN of another grant shows a message. Absent: any grant. */
  grant?: Grant
  onOpened?: () => void
}

export function PinPad({ grant, onOpened }: PinPadProps) {
  const { t, age } = useTexts()
  const unlock = useCall('grant.unlock')
  const [digits, setDigits] = useState('')
  const { data: answer, isPending } = unlock
  const secondsLeft = useSecondsLeft(answer?.outcome === 'opened' ? 0 : (answer?.waitSeconds ?? 0), unlock.submittedAt)
  const isPaused = secondsLeft > 0
  const enter = (): void => {
    if (digits.length < minDigits || isPaused || isPending) return
    setDigits('')
    unlock.mutate({ pin: digits }, { onSuccess: ({ outcome }) => outcome === 'opened' && onOpened?.() })
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
          maxLength={maxDigits}
          value={digits}
          onChange={({ target: { value } }) => setDigits(digitsIn(value))}
        />
      </label>
      <PinKeys digits={digits} onWrite={setDigits}>
        <Button
          type="submit"
          variant="primary"
          isDisabled={digits.length < minDigits || isPaused}
          isPending={isPending}
        >
          {t('grants.open')}
        </Button>
      </PinKeys>
      <div className="pin-answer" role="alert">
        {isPaused ? (
          <p>
            <Sign tone="waiting" /> {t('grants.wait', { left: age(secondsLeft * 1_000) })}
          </p>
        ) : (
          answer?.outcome === 'wrong' &&
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
        {answer?.outcome === 'opened' && grant !== undefined && !answer.open.includes(grant) && (
          <p>
            <Sign tone="needs_person" /> {t('grants.opens_less')}
          </p>
        )}
        <Refused title={t('question.refused')} error={unlock.error} />
      </div>
    </form>
  )
}

/** Counts down in whole seconds. */
function useSecondsLeft(seconds: number, since: number): number {
  const [now, setNow] = useState(() => Date.now())
  const secondsLeft = Math.ceil((since + seconds * 1_000 - now) / 1_000)
  useEffect(() => {
    if (seconds === 0) return
    const timer = window.setInterval(() => setNow(Date.now()), 1_000)
    return () => window.clearInterval(timer)
  }, [seconds])
  return seconds === 0 ? 0 : Math.max(0, secondsLeft)
}
