// The entry point of the settings of a station's folder.
export { openScreenSettings, type ScreenSettingsFile } from './screen-settings.ts'
export * from './settings.ts'
