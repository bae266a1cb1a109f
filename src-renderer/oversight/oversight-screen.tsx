// The place of the room, until it is furnished.
export const OversightScreen = (): React.ReactNode => <main className="screen" />
