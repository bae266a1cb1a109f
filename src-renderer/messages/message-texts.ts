// A message as texts: what is the case in bold, and what to do about it; and its tone.
import { alarmText, faultSentences } from '../brake/brake-texts.ts'
import { exportOutcome, exportTitle, toneOfExport } from '../exports/export-texts.ts'
import { problemText, problemTodo } from '../language/problem-texts.ts'
import type { Texts } from '../language/use-texts.ts'
import { signalOf } from '../sounds/signal-events.ts'
import type { BrakeView, PressBrake } from '../../shared/station-api/index.ts'
import type { Tone } from '../ui/bend-state.ts'
import { isGoodNews, type Message } from './message.ts'

export interface MessageTexts {
  readonly title: string
  /** Empty: the title is enough. */
  readonly text: string
}

export interface MessageNames {
  readonly brakes: readonly Pick<PressBrake, 'id' | 'name'>[]
  readonly brake: Pick<BrakeView, 'alarms' | 'link'>
  /** The sheet of a mark that can be undone. */
  readonly sheetName: string
}

export function messageTexts(texts: Texts, message: Message, { brakes, brake, sheetName }: MessageNames): MessageTexts {
  const { t, when } = texts
  switch (message.kind) {
    case 'link_lost':
      return { title: `${t('status.link_lost')}.`, text: t('status.link_lost_todo') }
    case 'not_stored':
      return { title: t('status.not_stored'), text: t('status.not_stored_todo') }
    case 'held':
      return { title: t('mark.held_elsewhere', { sheet: sheetName }), text: '' }
    case 'brake_alarm': {
      const named = brake.alarms.map((alarm) => alarmText(texts, alarm))
      return { title: t('signal.brake_alarm'), text: `${named.join(', ')}. ${t('brake_link.alarm_todo')}` }
    }
    case 'brake_fault': {
      const [title, text] = faultSentences(texts, message.fault, brake.link)
      return { title, text }
    }
    case 'scan':
      return { title: t(`scan.${message.problem}`), text: t(`scan.${message.problem}_todo`) }
    case 'signal': {
      const { event, since } = message.signal
      return {
        title: event === 'brake_alarm' ? t('signal.brake_alarm_over', { when: when(since) }) : t(`signal.${event}`),
        text: '',
      }
    }
    case 'problem':
    case 'warning':
      return { title: problemText(texts, message.problem), text: problemTodo(texts, message.problem) }
    case 'export': {
      const { view, waiting } = message
      const parts = [
        view.state !== 'running' && exportOutcome(texts, view),
        waiting > 0 && t('export.waiting_count', { count: waiting }),
      ]
      return { title: exportTitle(texts, view, brakes), text: parts.filter(Boolean).join(' · ') }
    }
  }
}

export function toneOfMessage(message: Message): Tone {
  switch (message.kind) {
    case 'link_lost':
    case 'not_stored':
    case 'brake_alarm':
    case 'brake_fault':
      return 'fault'
    case 'held':
      return 'moving'
    case 'scan':
      return 'needs_person'
    case 'signal':
      return signalOf(message.signal.event) === 'done' ? 'done' : 'needs_person'
    case 'problem':
      return message.stops ? 'fault' : 'needs_person'
    case 'warning':
      return isGoodNews(message.problem) ? 'done' : 'needs_person'
    case 'export':
      return toneOfExport(message.view)
  }
}
