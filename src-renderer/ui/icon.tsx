// The icons of every screen, from lucide: 24 units, round strokes. A text is beside each icon, or its button has a name.
import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import ArrowLeftRight from 'lucide-react/icons/arrow-left-right'
import ArrowRight from 'lucide-react/icons/arrow-right'
import ArrowUp from 'lucide-react/icons/arrow-up'
import CalendarDays from 'lucide-react/icons/calendar-days'
import ChartColumn from 'lucide-react/icons/chart-column'
import ChartGantt from 'lucide-react/icons/chart-gantt'
import Check from 'lucide-react/icons/check'
import ChevronDown from 'lucide-react/icons/chevron-down'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import ChevronUp from 'lucide-react/icons/chevron-up'
import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down'
import Circle from 'lucide-react/icons/circle'
import CircleCheck from 'lucide-react/icons/circle-check'
import CircleQuestionMark from 'lucide-react/icons/circle-question-mark'
import Delete from 'lucide-react/icons/delete'
import Ellipsis from 'lucide-react/icons/ellipsis'
import Expand from 'lucide-react/icons/expand'
import FlipVertical2 from 'lucide-react/icons/flip-vertical-2'
import GripVertical from 'lucide-react/icons/grip-vertical'
import Hourglass from 'lucide-react/icons/hourglass'
import List from 'lucide-react/icons/list'
import LoaderCircle from 'lucide-react/icons/loader-circle'
import Lock from 'lucide-react/icons/lock'
import LockOpen from 'lucide-react/icons/lock-open'
import MessageSquareText from 'lucide-react/icons/message-square-text'
import Minus from 'lucide-react/icons/minus'
import OctagonX from 'lucide-react/icons/octagon-x'
import Pause from 'lucide-react/icons/pause'
import Pencil from 'lucide-react/icons/pencil'
import Pin from 'lucide-react/icons/pin'
import Play from 'lucide-react/icons/play'
import Plus from 'lucide-react/icons/plus'
import RotateCw from 'lucide-react/icons/rotate-cw'
import Settings2 from 'lucide-react/icons/settings-2'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import Undo2 from 'lucide-react/icons/undo-2'
import X from 'lucide-react/icons/x'

/** Named by what each means on a screen. */
const icons = {
  alarm: TriangleAlert,
  back: ArrowLeft,
  calendar: CalendarDays,
  change: ArrowLeftRight,
  check: Check,
  circle: Circle,
  close: X,
  done: CircleCheck,
  down: ArrowDown,
  edit: Pencil,
  erase: Delete,
  fault: OctagonX,
  flip: FlipVertical2,
  fold: ChevronUp,
  forward: ArrowRight,
  grip: GripVertical,
  half_turn: RotateCw,
  help: CircleQuestionMark,
  larger: Expand,
  less: Minus,
  list: List,
  lock: Lock,
  more: Ellipsis,
  next: ChevronRight,
  note: MessageSquareText,
  open: ChevronDown,
  oversight: ChartColumn,
  pause: Pause,
  pin: Pin,
  plan: ChartGantt,
  play: Play,
  plus: Plus,
  previous: ChevronLeft,
  progress: LoaderCircle,
  setup: Settings2,
  sort: ChevronsUpDown,
  undo: Undo2,
  unlocked: LockOpen,
  up: ArrowUp,
  waiting: Hourglass,
} as const

export type IconName = keyof typeof icons

/** As high as 1.3 lines of its text. Hidden from screen readers. */
export function Icon({ name, className }: { name: IconName; className?: string }) {
  const Drawn = icons[name]
  return <Drawn className={className === undefined ? 'icon' : `icon ${className}`} aria-hidden="true" />
}
