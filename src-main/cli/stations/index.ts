// The public interface of the commands about other stations.
export { runStations, stationsUsage } from './stations-command.ts'
