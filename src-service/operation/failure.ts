// The errors of calls: a code, a message in Norwegian, and the details of the code (specification 7).
import type { ErrorBody, ErrorCode } from '../../shared/workshop-api/index.ts'

export type FailureDetails = Omit<ErrorBody['error'], 'code' | 'message' | 'requestId'>

/** Thrown inside the service, and converted to the error body where the answer is sent. */
export class Failure extends Error {
  readonly code: ErrorCode
  readonly details: FailureDetails
  constructor(code: ErrorCode, details: FailureDetails = {}, message: string = messages[code]) {
    super(message)
    this.code = code
    this.details = details
  }
}

/** Limits the size of the answer: a body can have a million bytes of unknown names. */
const maxFields = 50
const maxFieldLength = 200

export function invalid(fields: string[], message?: string): Failure {
  const listedFields = fields.slice(0, maxFields).map((field) => field.slice(0, maxFieldLength))
  return new Failure(
    'invalid_request',
    { fields: listedFields },
    message ?? `Ugyldig forespørsel: ${listedFields.join(', ')}.`,
  )
}

const messages: Readonly<Record<ErrorCode, string>> = {
  invalid_request: 'Forespørselen er ugyldig.',
  unauthorized: 'API-nøkkelen mangler, er feil eller er trukket tilbake.',
  feature_not_in_plan: 'Verkstedet har ikke slått på denne modulen.',
  prices_hidden: 'Prisene er skjult for denne nøkkelen.',
  scope_missing: 'Nøkkelen mangler tilgangen som denne operasjonen krever.',
  key_kind_not_allowed: 'Operasjonen krever verkstedets egen nøkkel.',
  not_found: 'Finner ikke det du spør etter.',
  method_not_allowed: 'Metoden er ikke tillatt på denne adressen.',
  idempotency_in_progress: 'Den første forespørselen med denne Idempotency-Key er ikke ferdig ennå.',
  stale_version: 'Innholdet er endret siden du leste det. Hent det på nytt.',
  invalid_transition: 'Ordren kan ikke flyttes dit fra statusen den har.',
  sheet_superseded: 'Kantearket har fått en nyere tegning.',
  not_approved: 'Kantearket er ikke godkjent av kunden.',
  body_too_large: 'Innholdet er for stort.',
  file_too_large: 'Filen er over 15 MB.',
  unsupported_file_type: 'Innholdstypen støttes ikke.',
  idempotency_key_reused: 'Samme Idempotency-Key er brukt med et annet innhold.',
  params_invalid: 'Målene er ugyldige.',
  params_impossible: 'Målene lar seg ikke produsere.',
  material_not_offered: 'Materialet tilbys ikke.',
  price_unavailable: 'Prisen kan ikke regnes ut.',
  too_many_files: 'Ordren har allerede ti filer, som er det meste.',
  agreement_not_active: 'Avtalen er ikke aktiv.',
  position_not_in_agreement: 'Posisjonen finnes ikke i avtalen.',
  length_over_max: 'Lengden er over det avtalen tillater.',
  delivery_date_not_allowed: 'Leveringsdatoen er ikke mulig.',
  idempotency_key_required: 'Hodet Idempotency-Key mangler.',
  precondition_required: 'Hodet If-Match mangler.',
  rate_limited: 'For mange kall. Prøv igjen senere.',
  internal_error: 'Noe gikk galt hos tjenesten.',
  unavailable: 'Tjenesten er ikke tilgjengelig akkurat nå.',
}
