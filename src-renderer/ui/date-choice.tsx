// A date as text in the language of the screen and a calendar, for a range without a keyboard. The value is an ISO date.
import { parseDate } from '@internationalized/date'
import {
  Calendar,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
} from 'react-aria-components/Calendar'
import { DateInput, DateSegment } from 'react-aria-components/DateField'
import { DatePicker } from 'react-aria-components/DatePicker'
import { Dialog } from 'react-aria-components/Dialog'
import { Group } from 'react-aria-components/Group'
import { Heading } from 'react-aria-components/Heading'
import { Label } from 'react-aria-components/Label'
import { Popover } from 'react-aria-components/Popover'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'

export interface DateChoiceProps {
  label: string
  value: string
  isInvalid: boolean
  onChoose: (value: string) => void
}

export function DateChoice({ label, value, isInvalid, onChoose }: DateChoiceProps) {
  return (
    <DatePicker
      className="field"
      value={parseDate(value)}
      isInvalid={isInvalid}
      shouldForceLeadingZeros
      onChange={(date) => date !== null && onChoose(date.toString())}
    >
      <Label>{label}</Label>
      <Group className="date-group">
        <DateInput className="input date-input">
          {(segment) => <DateSegment className="date-segment" segment={segment} />}
        </DateInput>
        <Button>
          <Icon name="calendar" />
        </Button>
      </Group>
      <Popover className="popover">
        <Dialog className="date-dialog">
          <Calendar>
            <header className="date-head">
              <Button slot="previous">
                <Icon name="previous" />
              </Button>
              <Heading />
              <Button slot="next">
                <Icon name="next" />
              </Button>
            </header>
            <CalendarGrid>
              <CalendarGridHeader>{(day) => <CalendarHeaderCell>{day}</CalendarHeaderCell>}</CalendarGridHeader>
              <CalendarGridBody>{(date) => <CalendarCell className="date-day" date={date} />}</CalendarGridBody>
            </CalendarGrid>
          </Calendar>
        </Dialog>
      </Popover>
    </DatePicker>
  )
}
