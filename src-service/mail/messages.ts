// The messages to the owner of a sandbox's e-mail address: the link, that a sandbox exists, that it will be deleted. Pure.
import * as z from 'zod'
import { sandboxLimits } from '../../shared/workshop-api/index.ts'

/** The stored part of a message. The text is made when it is sent, because it contains the public origin of the service. */
export const messageContent = z.discriminatedUnion('kind', [
  /** `token` is the secret part of the link. `replaces`: an unused sandbox is deleted when the link is used. */
  z.object({ kind: z.literal('link'), token: z.string(), replaces: z.boolean() }),
  z.object({ kind: z.literal('has_one') }),
  /** The day, in the workshop's calendar, on which the sandbox is deleted. */
  z.object({ kind: z.literal('notice'), day: z.string() }),
])
export type MessageContent = z.infer<typeof messageContent>

export const sandboxPagePath = '/sandkasse'

/** `origin` is the public origin of the service: `https://host`. */
export function messageTexts(content: MessageContent, origin: string): { subject: string; text: string } {
  const { linkHours, idleDays } = sandboxLimits
  switch (content.kind) {
    case 'link':
      return message('Lenken til sandkassen din', [
        'Her er lenken til et prøveverksted med en egen nøkkel:',
        `${origin}${sandboxPagePath}/${content.token}`,
        `Lenken virker én gang og i ${linkHours} timer. Åpne den, og trykk på knappen. Nøkkelen vises bare den gangen.`,
        ...(content.replaces ? ['Sandkassen du fikk før, er aldri brukt. Den slettes når du lager en ny.'] : []),
        'Har du ikke bedt om den, trenger du ikke gjøre noe.',
      ])
    case 'has_one':
      return message('Du har en sandkasse', [
        'Noen har bedt om en sandkasse til denne adressen, men den har en som er i bruk.',
        `Det er én sandkasse til hver adresse. Den slettes når den ikke har vært brukt på ${idleDays} dager; da kan du be om en ny.`,
        'Har du ikke bedt om den, trenger du ikke gjøre noe.',
      ])
    case 'notice':
      return message('Sandkassen din slettes snart', [
        `Sandkassen din har ikke vært brukt på lenge. Den slettes ${dayText(content.day)}, med alt som er i den.`,
        `Vil du beholde den, bruker du nøkkelen én gang før da. Da er den trygg i ${idleDays} nye dager.`,
      ])
  }
}

const message = (subject: string, paragraphs: readonly string[]) => ({
  subject,
  text: ['Hei.', ...paragraphs].map((paragraph) => `${paragraph}\n`).join('\n'),
})

/** A day in words: `24. desember 2026`. */
const dayText = (day: string): string =>
  new Intl.DateTimeFormat('nb-NO', { dateStyle: 'long', timeZone: 'UTC' }).format(Date.parse(day))
