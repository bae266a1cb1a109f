// The parties of an EHF invoice: seller and buyer with their registrations. Pure.
import type { DocumentFacts } from '../../invoices/index.ts'
import { element } from './xml.ts'
import type { XmlElement } from './xml.ts'

/** The scheme of Norwegian organisation numbers in the list of electronic addresses and of legal entities. */
const norwegianOrgNr = { schemeID: '0192' }
const country = element('cac:Country', [element('cbc:IdentificationCode', 'NO')])

export function supplier({ name, orgNr, address, email, inBusinessRegister }: DocumentFacts['seller']) {
  return element('cac:AccountingSupplierParty', [
    element('cac:Party', [
      element('cbc:EndpointID', orgNr, norwegianOrgNr),
      element('cac:PartyName', [element('cbc:Name', name)]),
      postalAddress(address),
      element('cac:PartyTaxScheme', [
        element('cbc:CompanyID', orgNr === null ? null : `NO${orgNr}MVA`),
        element('cac:TaxScheme', [element('cbc:ID', 'VAT')]),
      ]),
      inBusinessRegister
        ? element('cac:PartyTaxScheme', [
            element('cbc:CompanyID', 'Foretaksregisteret'),
            element('cac:TaxScheme', [element('cbc:ID', 'TAX')]),
          ])
        : null,
      legalEntity(name, orgNr),
      element('cac:Contact', [element('cbc:ElectronicMail', email)]),
    ]),
  ])
}

export function customer({ name, orgNr, address, email, contact }: DocumentFacts['buyer']) {
  return element('cac:AccountingCustomerParty', [
    element('cac:Party', [
      element('cbc:EndpointID', orgNr, norwegianOrgNr),
      element('cac:PartyName', [element('cbc:Name', name)]),
      postalAddress(address),
      legalEntity(name, orgNr),
      element('cac:Contact', [element('cbc:Name', contact), element('cbc:ElectronicMail', email)]),
    ]),
  ])
}

function legalEntity(name: string, orgNr: string | null): XmlElement | null {
  return element('cac:PartyLegalEntity', [
    element('cbc:RegistrationName', name),
    element('cbc:CompanyID', orgNr, norwegianOrgNr),
  ])
}

export function postalAddress(
  address: DocumentFacts['seller']['address'],
  name: 'cac:PostalAddress' | 'cac:Address' = 'cac:PostalAddress',
): XmlElement | null {
  return element(name, [
    element('cbc:StreetName', address?.line),
    element('cbc:CityName', address?.city),
    element('cbc:PostalZone', address?.postalCode),
    country,
  ])
}
