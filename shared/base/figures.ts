// Rounds figures and writes them. Pure.

/** A length in mm, rounded to 1/1000 mm. Never −0. */
export const toThousandth = (mm: number): number => Math.round(mm * 1_000) / 1_000 + 0

/** A figure with at most so many decimals and the decimal sign of the language, without a separator of thousands: "12,5". */
export function figureText(value: number, decimals: number, language: 'nb' | 'en'): string {
  const steps = 10 ** decimals
  const rounded = String(Math.round(value * steps) / steps)
  return language === 'nb' ? rounded.replace('.', ',') : rounded
}
