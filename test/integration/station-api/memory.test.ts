import { memoryChannels, serve, type Channel } from '../../../shared/station-api/index.ts'
import { conformance } from './conformance.ts'

conformance('in memory', async () => {
  const served: Channel[] = []
  return {
    open: async (context) => {
      const [screen, station] = memoryChannels()
      served.push(station)
      serve(station, context)
      return screen
    },
    cut: () => served.splice(0).forEach((channel) => channel.close()),
    close: async () => {},
  }
})
