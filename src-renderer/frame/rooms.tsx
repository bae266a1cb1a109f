// The way from room to room: each with its sign and its word, the one that one stands in pressed.
import { Link } from 'react-aria-components/Link'
import { LockButton, useRoomsOpen } from '../grants/lock-button.tsx'
import { useWords } from '../language/use-words.ts'
import { formatRoute, type Route } from '../route.ts'
import { RoomSign } from './room-sign.tsx'
import { doorOf, roomOf, rooms } from './room.ts'

export function Rooms({ route }: { route: Route }) {
  const { t } = useWords()
  const here = roomOf(route)
  const roomsOpen = useRoomsOpen()
  return (
    <nav className="rooms" aria-label={t('frame.rooms')}>
      {rooms
        .filter((room) => roomsOpen || room === 'list')
        .map((room) => (
          <Link
            key={room}
            className="room"
            href={formatRoute(doorOf(room))}
            {...(room === here ? { 'aria-current': 'page' } : {})}
          >
            <RoomSign room={room} />
            {t(`frame.${room}`)}
          </Link>
        ))}
      <LockButton />
    </nav>
  )
}
