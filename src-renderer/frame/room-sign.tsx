// The shape of each room, beside its word.
import type { Room } from './room.ts'

const shapes: Record<Room, string> = {
  list: 'M9 5h12M9 12h12M9 19h12M3.5 5h1M3.5 12h1M3.5 19h1',
  plan: 'M3 4h9v4H3zM8 10h11v4H8zM5 16h8v4H5z',
  oversight: 'M3 21h18M6 21v-7M11 21V9M16 21v-4M20 21V4',
  setup: 'M4 7h9M19 7h1M4 17h1M11 17h9M13 4v6h6V4zM5 14v6h6v-6z',
}

export function RoomSign({ room }: { room: Room }) {
  return (
    <svg className="sign" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={shapes[room]} className="sign-line" />
    </svg>
  )
}
