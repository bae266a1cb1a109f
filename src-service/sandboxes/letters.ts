// What whoever asked for a sandbox is written: the link, that there is one already, that it will be deleted. Pure.
import * as z from 'zod'
import { sandboxLimits } from '../../shared/workshop-api/index.ts'

/** What a letter tells; the letter itself is made as it is sent, when it is known where the service is reached. */
export const news = z.discriminatedUnion('kind', [
  /** `token` is the secret part of the link; `replaces`: a sandbox that was never used goes. */
  z.object({ kind: z.literal('link'), token: z.string(), replaces: z.boolean() }),
  z.object({ kind: z.literal('has_one') }),
  /** The day, in the workshop's calendar, from which it is gone. */
  z.object({ kind: z.literal('notice'), day: z.string() }),
])
export type News = z.infer<typeof news>

export const pagePath = '/sandkasse'

/** `origin` is where the service is reached: `https://host`. */
export function letterOf(about: News, origin: string): { subject: string; text: string } {
  const { linkHours, idleDays } = sandboxLimits
  switch (about.kind) {
    case 'link':
      return letter('Lenken til sandkassen din', [
        'Her er lenken til et prøveverksted med en egen nøkkel:',
        `${origin}${pagePath}/${about.token}`,
        `Lenken virker én gang og i ${linkHours} timer. Åpne den, og trykk på knappen. Nøkkelen vises bare den gangen.`,
        ...(about.replaces ? ['Sandkassen du fikk før, er aldri brukt. Den slettes når du lager en ny.'] : []),
        'Har du ikke bedt om den, trenger du ikke gjøre noe.',
      ])
    case 'has_one':
      return letter('Du har en sandkasse', [
        'Noen har bedt om en sandkasse til denne adressen, men den har en som er i bruk.',
        `Det er én sandkasse til hver adresse. Den slettes når den ikke har vært brukt på ${idleDays} dager; da kan du be om en ny.`,
        'Har du ikke bedt om den, trenger du ikke gjøre noe.',
      ])
    case 'notice':
      return letter('Sandkassen din slettes snart', [
        `Sandkassen din har ikke vært brukt på lenge. Den slettes ${written(about.day)}, med alt som er i den.`,
        `Vil du beholde den, bruker du nøkkelen én gang før da. Da er den trygg i ${idleDays} nye dager.`,
      ])
  }
}

const letter = (subject: string, paragraphs: readonly string[]) => ({
  subject,
  text: ['Hei.', ...paragraphs].map((each) => `${each}\n`).join('\n'),
})

/** A day as it is written out: `24. desember 2026`. */
const written = (day: string): string =>
  new Intl.DateTimeFormat('nb-NO', { dateStyle: 'long', timeZone: 'UTC' }).format(Date.parse(day))
