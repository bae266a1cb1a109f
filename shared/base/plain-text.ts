// Text that a person wrote, and that is stored, sent and printed. Pure.

/** Control characters, marks of the direction of writing, and line and paragraph separators: a person cannot see them. */
const invisible = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/u

/** Well-formed Unicode without invisible characters that change how the rest is read. */
export const isPlainText = (text: string): boolean => text.isWellFormed() && !invisible.test(text)
