// The place of the room, until it is furnished.
export const SetUpScreen = (): React.ReactNode => <main className="screen" />
