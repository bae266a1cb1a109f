// The place of the room, until it is furnished.
export const PlanScreen = (): React.ReactNode => <main className="screen" />
