// The pages that a sandbox is asked for and made with. A link alone makes nothing: what looks through mail opens links. The answer to
// who asks is the same whatever the address has already, so that nobody learns who has a sandbox.
import * as z from 'zod'
import { sandboxLimits } from '../../shared/workshop-api/index.ts'
import type { OpenAnswer, OpenRoute } from '../http/open-route.ts'
import { escaped, plainPage } from '../http/plain-page.ts'
import type { Clock } from '../store/clock.ts'
import { readEmailAddress } from './email-address.ts'
import type { LinkState, SandboxLinks } from './links.ts'
import { pagePath } from './letters.ts'

const field = 'epost'
const longestShown = 254
const { linkHours, idleDays, noticeDays } = sandboxLimits
const form = z.object({ body: z.string(), ip: z.string() })
const asked = z.object({ params: z.object({ token: z.string() }) })

interface Surroundings {
  now: Clock
  /** Where the interface is reached: what whoever gets a key is told to call. */
  baseUrl: () => string
  /** Whether anybody may ask; a link that was sent works all the same. */
  isOpen: () => boolean
}

export function sandboxPages(links: SandboxLinks, { now, baseUrl, isOpen }: Surroundings): OpenRoute[] {
  const path = `${pagePath}/:token`
  return [
    { path: pagePath, answer: () => (isOpen() ? formPage(200, '', null) : closed) },
    {
      method: 'POST',
      path: pagePath,
      answer: (call) => {
        if (!isOpen()) return closed
        const sent = form.safeParse(call)
        const text = new URLSearchParams(sent.success ? sent.data.body : '').get(field) ?? ''
        const email = readEmailAddress(text)
        if (email === null) return formPage(400, text, 'Skriv en hel e-postadresse, som navn@firma.no.')
        const became = links.ask(email, sent.success ? sent.data.ip : null, now())
        return became === 'too_many' ? tooMany : plainPage(200, 'Se i e-posten din', onItsWay(text.trim()))
      },
    },
    { path, answer: (call) => linkPage(links.state(asked.parse(call).params.token, now())) },
    {
      method: 'POST',
      path,
      answer: (call) => {
        const made = links.use(asked.parse(call).params.token, now())
        return 'key' in made ? keyPage(made.key, baseUrl()) : linkPage(made.state)
      },
    },
  ]
}

function formPage(status: number, text: string, wrong: string | null): OpenAnswer {
  const [invalid, why] =
    wrong === null
      ? ['', '']
      : [' aria-invalid="true" aria-describedby="why"', `<p class="wrong" id="why" role="alert">${escaped(wrong)}</p>`]
  return plainPage(
    status,
    'Prøv verkstedets tjeneste',
    `<p>En sandkasse er et prøveverksted med kunder, varer, en avtale og ordrer, og en nøkkel til det. Den er gratis, og ingen får noe fra den.</p>${why}` +
      `<form method="post"><label>E-postadresse<input type="email" name="${field}" required maxlength="${longestShown}" autocomplete="email" value="${escaped(text.slice(0, longestShown))}"${invalid}></label>` +
      `<button>Send meg en lenke</button></form><p class="note">Én sandkasse til hver adresse. Adressen brukes til lenken og til å si fra før sandkassen slettes, og til ikke noe annet.</p>`,
  )
}

const onItsWay = (address: string): string =>
  `<p role="status">Vi skriver til ${escaped(address)}. Lenken virker én gang og i ${linkHours} timer.</p>` +
  `<p class="note">Kommer det ikke noe, har adressen kanskje fått flere lenker det siste døgnet. De virker fortsatt.</p>`

const closed = plainPage(
  404,
  'Siden er stengt',
  '<p>Her deler ingen ut sandkasser. Verkstedet kan sende deg en lenke til en.</p>',
)

const tooMany = plainPage(
  429,
  'For mange har spurt',
  '<p>Det er bedt om for mange lenker herfra. Prøv igjen i morgen.</p>',
)

function linkPage(state: LinkState | null): OpenAnswer {
  switch (state) {
    case 'open':
      return plainPage(
        200,
        'Lag sandkassen',
        '<p>Knappen lager prøveverkstedet og viser nøkkelen til det. Den vises bare denne ene gangen.</p>' +
          '<form method="post"><button>Lag sandkassen og vis nøkkelen</button></form>',
      )
    case 'used':
      return plainPage(410, 'Lenken er brukt', `<p>En lenke virker én gang. Så du aldri nøkkelen, kan du ${again}</p>`)
    case 'expired':
      return plainPage(410, 'Lenken er utløpt', `<p>En lenke virker i ${linkHours} timer. Du kan ${again}</p>`)
    case 'taken':
      return plainPage(410, 'Lenken gjelder ikke lenger', '<p>Det er laget en sandkasse til denne adressen alt.</p>')
    case null:
      return plainPage(404, 'Ukjent lenke', `<p>Denne adressen er ingen lenke til en sandkasse. Du kan ${again}</p>`)
  }
}

const again = `<a href="${pagePath}">be om en ny</a>.`

function keyPage(key: string, baseUrl: string): OpenAnswer {
  const call = `curl -H "Authorization: Bearer ${key}" ${baseUrl}/me`
  return plainPage(
    200,
    'Sandkassen er klar',
    '<p class="wrong" role="status">Ta vare på nøkkelen nå: den vises ikke igjen.</p>' +
      `<p>Nøkkel<code>${escaped(key)}</code></p><p>Adresse<code>${escaped(baseUrl)}</code></p><p>Prøv<code>${escaped(call)}</code></p>` +
      `<p class="note">Sandkassen slettes når nøkkelen ikke er brukt på ${idleDays} dager. Du får beskjed på e-post ${noticeDays} dager før. Hver bruk gir ${idleDays} nye dager.</p>`,
  )
}
