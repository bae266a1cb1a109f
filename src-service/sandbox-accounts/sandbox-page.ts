// The pages to request and to make a sandbox. Opening a link makes nothing, because mail scanners open links. The answer to a request does
// not depend on the address, so that nobody learns who has a sandbox.
import * as z from 'zod'
import { sandboxLimits } from '../../shared/workshop-api/index.ts'
import { escapeHtml, htmlPage } from '../operation/index.ts'
import type { OpenAnswer, OpenRoute } from '../operation/index.ts'
import { whenFree } from '../store/index.ts'
import type { Clock } from '../store/index.ts'
import { readEmailAddress, sandboxPagePath } from '../mail/index.ts'
import type { LinkState, SandboxLinks } from './sandbox-links.ts'

const field = 'epost'
const maxShownLength = 254
const { linkHours, idleDays, noticeDays } = sandboxLimits
const form = z.object({ body: z.string(), ip: z.string() })
const tokenCall = z.object({ params: z.object({ token: z.string() }) })

interface PageContext {
  now: Clock
  /** The base URL of the interface, which the page of a new key shows. */
  baseUrl: () => string
  /** Whether anybody can request a link. Links that were sent work in any case. */
  isOpen: () => boolean
}

export function sandboxPages(links: SandboxLinks, { now, baseUrl, isOpen }: PageContext): OpenRoute[] {
  const path = `${sandboxPagePath}/:token`
  return [
    { path: sandboxPagePath, answer: () => (isOpen() ? formPage(200, '', null) : closedPage) },
    {
      method: 'POST',
      path: sandboxPagePath,
      answer: async (call) => {
        if (!isOpen()) return closedPage
        const parsedForm = form.safeParse(call)
        const text = new URLSearchParams(parsedForm.success ? parsedForm.data.body : '').get(field) ?? ''
        const email = readEmailAddress(text)
        if (email === null) return formPage(400, text, 'Skriv en hel e-postadresse, som navn@firma.no.')
        const ip = parsedForm.success ? parsedForm.data.ip : null
        const result = await whenFree(() => links.request(email, ip, now()))
        return result === 'too_many'
          ? tooManyRequestsPage
          : htmlPage(200, 'Se i e-posten din', linkSentText(text.trim()))
      },
    },
    {
      path,
      answer: async (call) => {
        const { token } = tokenCall.parse(call).params
        return linkPage(await whenFree(() => links.state(token, now())))
      },
    },
    {
      method: 'POST',
      path,
      answer: async (call) => {
        const result = await links.use(tokenCall.parse(call).params.token, now())
        return 'key' in result ? keyPage(result.key, baseUrl()) : linkPage(result.state)
      },
    },
  ]
}

function formPage(status: number, text: string, problem: string | null): OpenAnswer {
  const [invalid, problemText] =
    problem === null
      ? ['', '']
      : [
          ' aria-invalid="true" aria-describedby="why"',
          `<p class="wrong" id="why" role="alert">${escapeHtml(problem)}</p>`,
        ]
  return htmlPage(
    status,
    'Prøv verkstedets tjeneste',
    `<p>En sandkasse er et prøveverksted med kunder, varer, en avtale og ordrer, og en nøkkel til det. Den er gratis, og ingen får noe fra den.</p>${problemText}` +
      `<form method="post"><label>E-postadresse<input type="email" name="${field}" required maxlength="${maxShownLength}" autocomplete="email" value="${escapeHtml(text.slice(0, maxShownLength))}"${invalid}></label>` +
      `<button>Send meg en lenke</button></form><p class="note">Én sandkasse til hver adresse. Adressen brukes til lenken og til å si fra før sandkassen slettes, og til ikke noe annet.</p>`,
  )
}

const linkSentText = (address: string): string =>
  `<p role="status">Vi skriver til ${escapeHtml(address)}. Lenken virker én gang og i ${linkHours} timer.</p>` +
  `<p class="note">Kommer det ikke noe, har adressen kanskje fått flere lenker det siste døgnet. De virker fortsatt.</p>`

const closedPage = htmlPage(
  404,
  'Siden er stengt',
  '<p>Her deler ingen ut sandkasser. Verkstedet kan sende deg en lenke til en.</p>',
)

const tooManyRequestsPage = htmlPage(
  429,
  'For mange har spurt',
  '<p>Det er bedt om for mange lenker herfra. Prøv igjen i morgen.</p>',
)

function linkPage(state: LinkState | null): OpenAnswer {
  switch (state) {
    case 'open':
      return htmlPage(
        200,
        'Lag sandkassen',
        '<p>Knappen lager prøveverkstedet og viser nøkkelen til det. Den vises bare denne ene gangen.</p>' +
          '<form method="post"><button>Lag sandkassen og vis nøkkelen</button></form>',
      )
    case 'used':
      return htmlPage(
        410,
        'Lenken er brukt',
        `<p>En lenke virker én gang. Så du aldri nøkkelen, kan du ${requestNewLink}</p>`,
      )
    case 'expired':
      return htmlPage(410, 'Lenken er utløpt', `<p>En lenke virker i ${linkHours} timer. Du kan ${requestNewLink}</p>`)
    case 'taken':
      return htmlPage(410, 'Lenken gjelder ikke lenger', '<p>Det er laget en sandkasse til denne adressen alt.</p>')
    case null:
      return htmlPage(
        404,
        'Ukjent lenke',
        `<p>Denne adressen er ingen lenke til en sandkasse. Du kan ${requestNewLink}</p>`,
      )
  }
}

const requestNewLink = `<a href="${sandboxPagePath}">be om en ny</a>.`

function keyPage(key: string, baseUrl: string): OpenAnswer {
  const call = `curl -H "Authorization: Bearer ${key}" ${baseUrl}/me`
  return htmlPage(
    200,
    'Sandkassen er klar',
    '<p class="wrong" role="status">Ta vare på nøkkelen nå: den vises ikke igjen.</p>' +
      `<p>Nøkkel<code>${escapeHtml(key)}</code></p><p>Adresse<code>${escapeHtml(baseUrl)}</code></p><p>Prøv<code>${escapeHtml(call)}</code></p>` +
      `<p class="note">Sandkassen slettes når nøkkelen ikke er brukt på ${idleDays} dager. Du får beskjed på e-post ${noticeDays} dager før. Hver bruk gir ${idleDays} nye dager.</p>`,
  )
}
