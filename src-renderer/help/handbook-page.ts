// The pages of the handbook. Pure.

export const handbookPages = ['operator', 'planner', 'supervisor', 'technician', 'brake', 'administration'] as const
export type HandbookPage = (typeof handbookPages)[number]

export const isHandbookPage = (name: string | undefined): name is HandbookPage =>
  handbookPages.some((page) => page === name)
