// What is shown above the foot of a sheet.

export type SidePanel = 'facts' | 'work' | 'brake'
